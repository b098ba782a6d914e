import { median } from '../../base/median';
import { bootstrapInterval, FEWEST_DIFFERENT, FEWEST_SESSIONS, type Interval } from './bootstrap-interval';

/** A figure of one session under both. */
export interface Pair {
  readonly baseline: number;
  readonly policy: number;
}

/** Policy − baseline, over sessions that have the figure under both. */
export interface PairedDifference {
  readonly pairs: number;
  /** Sessions in which the policy has less, more, the same. */
  readonly lower: number;
  readonly higher: number;
  readonly same: number;
  /** Of all pairs; null without any, as is the median. */
  readonly mean: number | null;
  readonly median: number | null;
  /** Of the mean; null where too few sessions differ to say. */
  readonly interval: Interval | null;
  readonly baselineSum: number;
  readonly policySum: number;
  /** Of the sums, as a share of the baseline's: 0.05 is 5 % more. Null if that has none. */
  readonly change: number | null;
  /** Of the change. */
  readonly changeInterval: Interval | null;
}

export function pairedDifference(pairs: readonly Pair[]): PairedDifference {
  const differences = pairs.map(({ baseline, policy }) => policy - baseline);
  const lower = differences.filter((each) => each < 0).length;
  const higher = differences.filter((each) => each > 0).length;
  // In one order: sums of the same figures would differ in their last digits.
  const baselineSum = sum(pairs.map(({ baseline }) => baseline));
  const policySum = sum(pairs.map(({ policy }) => policy));
  const isSaid = pairs.length >= FEWEST_SESSIONS && lower + higher >= FEWEST_DIFFERENT;
  const interval = (below: (pair: Pair) => number) =>
    isSaid
      ? bootstrapInterval(pairs.map((pair) => ({ above: pair.policy - pair.baseline, below: below(pair) })))
      : undefined;
  const hasAny = pairs.length > 0;
  return {
    pairs: pairs.length,
    lower,
    higher,
    same: pairs.length - lower - higher,
    mean: hasAny ? sum(differences) / pairs.length : null,
    median: hasAny ? median(differences) : null,
    interval: interval(() => 1) ?? null,
    baselineSum,
    policySum,
    change: baselineSum > 0 ? policySum / baselineSum - 1 : null,
    changeInterval: (baselineSum > 0 ? interval(({ baseline }) => baseline) : undefined) ?? null,
  };
}

function sum(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).reduce((total, value) => total + value, 0);
}
