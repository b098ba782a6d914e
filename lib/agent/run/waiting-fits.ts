import { assertNever } from '../../base/assert-never';
import type { Entry } from '../journal/entry';
import type { Need } from '../journal/need';

/** Whether what the user has said or chosen can be taken up where the run is now. */
export function waitingFits(type: Entry['type'], need: Need['type']): boolean {
  switch (need) {
    case 'prompt':
    case 'reply':
    case 'help':
      return true;
    // The calls of a reply are answered by what follows it, and by nothing else.
    case 'results':
      return type !== 'prompt' && type !== 'command';
    // A layer is in the middle of its work.
    case 'fork':
      return type === 'files';
    default:
      return assertNever(need);
  }
}
