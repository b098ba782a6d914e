import { call, finish, type Move, shell } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { isCode, knownFiles, madeInStep, toRead } from './step-sight';

/** The size of the program, and its purpose. */
export function readManual(sight: VisibleContext): Move {
  const files = knownFiles(sight);
  const code = files.filter(isCode);
  const sizes = shell(`wc -l ${code.join(' ')}`);
  if (code.length > 0 && madeInStep(sight, sizes) === undefined)
    return call("Let's see how large the program is.", sizes);
  const documents = files.filter((path) => path.startsWith('docs/'));
  const unread = toRead(sight, "Before looking at the code, I'll read what the program should do.", ...documents);
  return unread ?? finish(documents.length === 0 ? 'There is no manual.' : `Read ${documents.join(' and ')}.`);
}
