import { takesWholeNumbers } from '../../layers/shape/setting';
import type { NumberRange } from '../../series/tables/sweepable-settings';
import { type SettingScale, valueAt } from '../shared/setting-scale';
import { numberText } from '../shared/typed-number';

export interface SweepRange {
  readonly from: number;
  readonly to: number;
}

export const USUAL_COUNT = 40;
export const MAX_VALUES = 200;
const LARGE_FACTOR = 4;
/** A range whose end is this many times its start, or its step, uses factors. */
const HUGE_FACTOR = 1_000;
const CHARACTERS_PER_TOKEN = 4;

/**
 * The useful part of a range: from its start to a multiple of the current or default value, but not beyond what the
 * window could contain. If both are 0 there is no measure, so the full range.
 */
export function usualRange(range: NumberRange, value: number | undefined, window: number): SweepRange {
  const { min, max, step } = range;
  const most = Math.max(min + step, Math.min(max, mostUseful(range.unit, window)));
  const middle = Math.min(most, Math.max(value ?? 0, range.default ?? 0));
  if (middle <= 0) return { from: min, to: most };
  return { from: min, to: Math.min(most, Math.max(LARGE_FACTOR * middle, min + USUAL_COUNT * step)) };
}

function mostUseful(unit: NumberRange['unit'], window: number): number {
  if (unit === 'tokens') return window;
  return unit.includes('characters') ? window * CHARACTERS_PER_TOKEN : Number.POSITIVE_INFINITY;
}

/** The positions of the values. Steps are the setting's, or finer ones if the range is too short for that many. */
export function sweepScale({ from, to }: SweepRange, count: number, step: number): SettingScale {
  const gap = (to - from) / (count - 1);
  const fine = 10 ** Math.floor(Math.log10(gap));
  return {
    min: from,
    max: to,
    step: gap >= step ? step : Number.isInteger(step) ? Math.max(1, fine) : fine,
    // Not `from` alone: it may be 0, which cannot be multiplied.
    isLogarithmic: to / Math.max(from, step) >= HUGE_FACTOR,
  };
}

/** About `count` values from end to end, including the current one. */
export function sweepValues(
  range: SweepRange,
  count: number,
  step: number,
  present: number | undefined,
): readonly number[] {
  const scale = sweepScale(range, count, step);
  const values = Array.from({ length: count }, (_, place) => valueAt(scale, place / (count - 1)));
  const isInside = present !== undefined && present >= range.from && present <= range.to;
  return [...new Set([range.from, ...values, range.to, ...(isInside ? [present] : [])])].sort((a, b) => a - b);
}

/** Why these values cannot be swept. */
export function sweepProblem({ from, to }: SweepRange, count: number, range: NumberRange): string | undefined {
  const { min, max } = range;
  for (const value of [from, to]) {
    if (!(value >= min && value <= max))
      return `the setting takes values from ${numberText(min)} to ${numberText(max)}`;
    if (takesWholeNumbers(range) && !Number.isInteger(value)) return 'the setting takes whole numbers';
  }
  if (from >= to) return 'the first value must be below the last';
  if (!Number.isInteger(count) || count < 2 || count > MAX_VALUES) return `there can be 2 to ${MAX_VALUES} values`;
  return undefined;
}
