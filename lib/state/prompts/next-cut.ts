import type { Timeline } from '../../simulator/recorded/timeline';

/** A recorded compaction this close would compact the same messages again. */
const NEAR_CALLS = 10;

/** The next recorded compaction after a call, or else the end; undefined after the last call. */
export function nextCut({ events, calls }: Pick<Timeline, 'events' | 'calls'>, last: number): number | undefined {
  const next = events.find((event) => event.call > last + NEAR_CALLS && event.call < calls)?.call ?? calls - 1;
  return next > last ? next : undefined;
}
