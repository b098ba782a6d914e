import { assertNever } from '../../base/assert-never';
import type { Need } from '../journal/need';
import type { OwnEntry } from '../journal/new-entry';
import type { RunStatus } from '../view/run-view';

/**
 * How far a run continues by itself: only the user's choices are recorded; requests of layers are answered too; until its
 * end.
 */
export type Reach = 'entries' | 'forks' | 'turns';

const REACHES: readonly Reach[] = ['entries', 'forks', 'turns'];

export function further(one: Reach, other: Reach): Reach {
  return REACHES.indexOf(other) > REACHES.indexOf(one) ? other : one;
}

export function reaches(reach: Reach, need: Need): boolean {
  return (
    reach === 'turns' ||
    isTold(need) ||
    (reach === 'forks' &&
      (need.type === 'fork' || ((need.type === 'hooks' || need.type === 'hook-agent') && need.isOfLayer)))
  );
}

/** Hooks that hear of something at once, however far the run goes. */
export function isTold(need: Need): boolean {
  return (need.type === 'hooks' || need.type === 'hook-agent') && need.isTold === true;
}

/** A prompt starts the run. A command is only executed. */
export function reachOf({ type }: OwnEntry): Reach {
  if (type === 'prompt' || type === 'permitted') return 'turns';
  return type === 'command' ? 'forks' : 'entries';
}

/** What the user sees of a run that does nothing. */
export function restingStatus(need: Need): RunStatus {
  switch (need.type) {
    case 'prompt':
      return { type: 'idle' };
    case 'help':
      return need;
    case 'recall':
    case 'reply':
    case 'fork':
    case 'hooks':
    case 'hook-agent':
    case 'permission':
    case 'agents':
    case 'results':
      return { type: 'resting' };
    default:
      return assertNever(need);
  }
}
