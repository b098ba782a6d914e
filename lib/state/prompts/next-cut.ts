import type { Timeline } from '../../simulator/recorded/timeline';

/** A compaction that was recorded so near compacts the same again. */
const NEAR_CALLS = 10;

/** Where the recording compacts next after a call, or else at its end; nothing where that call is its last. */
export function nextCut({ events, calls }: Pick<Timeline, 'events' | 'calls'>, last: number): number | undefined {
  const next = events.find((event) => event.call > last + NEAR_CALLS && event.call < calls)?.call ?? calls - 1;
  return next > last ? next : undefined;
}
