import { median as medianOf } from '../base/median';

/** [V1] What several answers have in common. */
export interface Measured {
  readonly count: number;
  readonly median: number;
  /** The interval. Both are the median if there is one value only. */
  readonly low: number;
  readonly high: number;
  /** What the interval is. */
  readonly interval: 'none' | 'range' | 'quartiles';
}

/** Of fewer values, quartiles would be guesses between neighbours. */
export const FEWEST_FOR_QUARTILES = 5;

/** [V1] Undefined without values. */
export function measured(values: readonly number[]): Measured | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  const median = medianOf(sorted);
  if (count === 1) return { count, median, low: median, high: median, interval: 'none' };
  if (count < FEWEST_FOR_QUARTILES) {
    return { count, median, low: quantile(sorted, 0), high: quantile(sorted, 1), interval: 'range' };
  }
  return { count, median, low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), interval: 'quartiles' };
}

/** Between two values, in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}
