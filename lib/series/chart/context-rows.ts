import type { Timeline } from '../../simulator/recorded/timeline';
import { type Category, categories } from '../../tokens/category';
import type { CallRange } from './call-range';
import { reduceCalls } from './reduce-calls';

/** One point of the chart: the context of a call, by category. */
export type ContextRow = { readonly call: number; readonly used: number } & Readonly<Record<Category, number>>;

/** What a chart draws of a run, recorded or simulated. */
export type ContextCurve = Pick<Timeline, 'calls' | 'used' | 'byCategory'>;

interface RowChoice {
  readonly range: CallRange;
  /** At most what the width can show. */
  readonly mostRows: number;
  /** Calls before which something was removed from the context. */
  readonly dropsAt: Iterable<number>;
}

const MOST_ROWS = 1_500;
/** Beyond this share of the rows, the smallest drops are drawn without their own rows. */
const SHARE_FOR_DROPS = 0.4;

/**
 * The calls of the range, reduced without smoothing; both sides of the largest drops are included. One more on each side
 * extends the curve to the edge of the plot.
 */
export function contextRows(curve: ContextCurve, choice: RowChoice): ContextRow[] {
  return chosenCalls(curve, choice).map((call) => rowOf(curve, call));
}

function rowOf({ used, byCategory }: ContextCurve, call: number): ContextRow {
  const tokens = categories.map((category) => [category, byCategory[category][call] ?? 0]);
  return { ...(Object.fromEntries(tokens) as Record<Category, number>), call, used: used[call] ?? 0 };
}

function chosenCalls(curve: ContextCurve, { range, mostRows, dropsAt }: RowChoice): number[] {
  const shown = { from: Math.max(0, range.from - 1), to: Math.min(curve.calls, range.to + 1) };
  const most = Math.min(mostRows, MOST_ROWS);
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
