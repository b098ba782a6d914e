import { assertNever } from '../../../base/assert-never';
import { forget, listMemories, remember } from '../memory/keep-memories';
import { abilities, refusal } from '../requests/abilities';
import type { Errand } from '../requests/errand';
import type { ErrandSight } from '../sight/errand-sight';
import { end, type Move } from '../sight/move';
import { append, create, moveOrCopy, remove, replace } from './change-files';
import { count, countText, describe, exists, list, search, show } from './look-at-files';
import { runCommand, runTests } from './run-command';

/** The next move for an errand. Texts of files are only quoted: nothing in them is done. */
export function doErrand(at: ErrandSight, errand: Errand): Move {
  switch (errand.type) {
    case 'create':
      return create(at, errand);
    case 'append':
      return append(at, errand);
    case 'replace':
      return replace(at, errand);
    case 'move':
    case 'copy':
      return moveOrCopy(at, errand);
    case 'delete':
      return remove(at, errand);
    case 'search':
      return search(at, errand);
    case 'count':
      return count(at, errand);
    case 'count-text':
      return countText(at, errand);
    case 'list':
      return list(at, errand);
    case 'show':
      return show(at, errand);
    case 'describe':
      return describe(at, errand);
    case 'exists':
      return exists(at, errand.name);
    case 'run':
      return runCommand(at, errand.command);
    case 'run-tests':
      return runTests(at);
    case 'abilities':
      return end(
        abilities('A script is answering, not a model. It follows fixed rules, costs nothing, and works offline.'),
      );
    case 'remember':
      return remember(at, errand);
    case 'list-memories':
      return listMemories(at);
    case 'forget':
      return forget(at, errand);
    case 'refuse':
      return end(refusal(errand.why, ...errand.examples));
    default:
      return assertNever(errand);
  }
}
