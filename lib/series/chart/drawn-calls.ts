import type { Timeline } from '../../simulator/recorded/timeline';
import type { CallRange } from './call-range';
import { reduceCalls } from './reduce-calls';

/** What a chart draws of a run, recorded or simulated. */
export type ContextCurve = Pick<Timeline, 'calls' | 'used' | 'byCategory'>;

interface CallChoice {
  readonly range: CallRange;
  /** At most what the width can show. */
  readonly most: number;
  /** Calls before which something was removed from the context. */
  readonly dropsAt: Iterable<number>;
}

const MAX_CALLS = 1_500;
/** Beyond this share of the calls, the smallest drops are drawn without their own calls. */
const SHARE_FOR_DROPS = 0.4;

/**
 * The calls of the range, reduced without smoothing; both sides of the largest drops are included. One more on each side
 * extends the curve to the edge of the plot.
 */
export function drawnCalls(curve: ContextCurve, { range, most: wanted, dropsAt }: CallChoice): readonly number[] {
  const shown = { from: Math.max(0, range.from - 1), to: Math.min(curve.calls, range.to + 1) };
  const most = Math.min(wanted, MAX_CALLS);
  if (shown.to - shown.from <= most) return reduceCalls(curve.used, shown, most);
  const aroundDrops = callsAroundDrops(curve, shown, dropsAt, most * SHARE_FOR_DROPS);
  const chosen = new Set(aroundDrops);
  for (const call of reduceCalls(curve.used, shown, most - chosen.size)) chosen.add(call);
  return [...chosen].sort((a, b) => a - b);
}

function callsAroundDrops(
  { used }: ContextCurve,
  { from, to }: CallRange,
  dropsAt: Iterable<number>,
  most: number,
): number[] {
  const loss = (call: number) => (used[call - 1] ?? 0) - (used[call] ?? 0);
  return [...new Set(dropsAt)]
    .filter((call) => call > from && call < to)
    .sort((a, b) => loss(b) - loss(a) || a - b)
    .slice(0, Math.floor(most / 2))
    .flatMap((call) => [call - 1, call]);
}
