import { assertNever } from '../../base/assert-never';
import type { Entry } from '../journal/entry';
import type { Need } from '../journal/need';

/** Whether pending user input can be handled at this point of the run. */
export function waitingFits(type: Entry['type'], need: Need['type']): boolean {
  switch (need) {
    case 'prompt':
    case 'reply':
    case 'help':
      return true;
    // The calls of a reply must be followed by their results.
    case 'permission':
    case 'agents':
    case 'results':
      return type !== 'prompt' && type !== 'command';
    // A layer is in the middle of its work, or memories are being chosen.
    case 'recall':
    case 'hooks':
    case 'hook-agent':
    case 'fork':
      return type === 'files' || type === 'approved' || type === 'hook-settings' || type === 'team';
    default:
      return assertNever(need);
  }
}
