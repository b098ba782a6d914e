import { optional } from '../../base/optional';
import type { Interval } from '../statistics/bootstrap-interval';
import { pairedDifference } from '../statistics/paired-difference';
import { type Measure, type MeasureId, measures } from '../totals/measures';
import { type Condition, isPast } from './condition';
import type { CheckedSession, SessionPairs } from './session-pairs';

/** What pairs come to in a measure: a number for each in every column. */
export interface PairedValues {
  readonly pairs: Uint32Array;
  readonly ours: Float64Array;
  readonly baseline: Float64Array;
}

export type GateResult = { readonly condition: Condition } & (
  | {
      readonly verdict: 'passed' | 'failed';
      /** Of these sessions, in the unit of the measure. */
      readonly ours: number;
      readonly baseline: number;
      /** What was compared with the limit, in its unit. Infinite: more than nothing, in %. */
      readonly value: number;
      /**
       * Of `value`, at 95 %: what other sessions of the same kind would come to. Missing if too few differ to say, and where
       * there is no difference.
       */
      readonly interval?: Interval;
      /** The limit is within the interval. */
      readonly isTooCloseToTell: boolean;
      readonly compared: number;
      /** Sessions of which the measure is unknown, or that cannot be compared. */
      readonly leftOut: number;
      /** Of a condition on any session: the one that is furthest. */
      readonly furthest?: CheckedSession;
    }
  | { readonly verdict: 'unknown'; readonly leftOut: number }
);

/** What all sessions come to, measure by measure: intervals take their time, and conditions share them with the table of sums. */
export class ComparedPairs {
  private readonly known = new Map<MeasureId, ComparedTotals>();

  constructor(readonly pairs: SessionPairs) {}

  totals(measure: Measure): ComparedTotals {
    const known = this.known.get(measure.id) ?? comparedTotals(measure, comparedValues(measure, this.pairs));
    this.known.set(measure.id, known);
    return known;
  }
}

interface ComparedTotals {
  readonly compared: number;
  readonly ours: number;
  readonly baseline: number;
  /** Of the difference, in the unit of the measure and as a share; missing if too few sessions differ. */
  readonly amountInterval?: Interval;
  readonly shareInterval?: Interval;
}

export function judgeGate(condition: Condition, compared: ComparedPairs): GateResult {
  const measure = measures[condition.measure];
  const { pairs } = compared;
  if (condition.scope === 'any-session') return judgeAny(condition, pairs);
  const totals = condition.of === 'difference' ? compared.totals(measure) : ownTotals(measure, pairs);
  const leftOut = pairs.length - totals.compared;
  if (totals.compared === 0) return { condition, verdict: 'unknown', leftOut };
  return judgeAll(condition, totals, leftOut);
}

/** [Q1] Differences only where both sides did the whole work; a value of ours wherever it is known. */
export function comparedValues(
  { id, isOfWork }: Measure,
  all: SessionPairs,
  of: Condition['of'] = 'difference',
): PairedValues {
  const pairs = new Uint32Array(all.length);
  const ours = new Float64Array(all.length);
  const baseline = new Float64Array(all.length);
  let count = 0;
  for (let pair = 0; pair < all.length; pair++) {
    if (of === 'difference' && isOfWork && all.whyNotCompared(pair) !== undefined) continue;
    const [own, their] = [all.ofOurs(id, pair), all.ofBaseline(id, pair)];
    if (Number.isNaN(own) || (of === 'difference' && Number.isNaN(their))) continue;
    pairs[count] = pair;
    ours[count] = own;
    baseline[count] = Number.isNaN(their) ? 0 : their;
    count += 1;
  }
  return { pairs: pairs.subarray(0, count), ours: ours.subarray(0, count), baseline: baseline.subarray(0, count) };
}

function judgeAll(condition: Condition, totals: ComparedTotals, leftOut: number): GateResult {
  const { ours, baseline, compared } = totals;
  const value = comparedWithLimit(condition, ours, baseline);
  const interval = condition.unit === 'share' ? totals.shareInterval : totals.amountInterval;
  return {
    condition,
    verdict: isPast(condition, value) ? 'failed' : 'passed',
    ours,
    baseline,
    value,
    ...optional('interval', interval),
    isTooCloseToTell: interval !== undefined && isPast(condition, interval.low) !== isPast(condition, interval.high),
    compared,
    leftOut,
  };
}

function comparedTotals({ over }: Measure, values: PairedValues): ComparedTotals {
  const { pairs, policySum, baselineSum, interval, changeInterval } = pairedDifference(
    Array.from(values.ours, (policy, at) => ({ policy, baseline: values.baseline[at] ?? 0 })),
  );
  const [per, times] = over === 'sum' ? [1, pairs] : [Math.max(1, pairs), 1];
  return {
    compared: pairs,
    ours: policySum / per,
    baseline: baselineSum / per,
    // It is of the mean difference.
    ...(interval === null ? {} : { amountInterval: { low: interval.low * times, high: interval.high * times } }),
    ...(changeInterval === null ? {} : { shareInterval: changeInterval }),
  };
}

/** Of ours alone, so there is no difference to have an interval of. */
function ownTotals(measure: Measure, pairs: SessionPairs): ComparedTotals {
  const { ours, baseline } = comparedValues(measure, pairs, 'value');
  const per = measure.over === 'sum' ? 1 : Math.max(1, ours.length);
  const sum = (values: Float64Array) => values.reduce((all, each) => all + each, 0) / per;
  return { compared: ours.length, ours: sum(ours), baseline: sum(baseline) };
}

function judgeAny(condition: Condition, all: SessionPairs): GateResult {
  const { pairs, ours, baseline } = comparedValues(measures[condition.measure], all, condition.of);
  const leftOut = all.length - pairs.length;
  const isUpwards = condition.comparison.startsWith('>');
  let furthest: { readonly at: number; readonly value: number } | undefined;
  for (const [at, own] of ours.entries()) {
    const value = comparedWithLimit(condition, own, baseline[at] ?? 0);
    if (furthest === undefined || (isUpwards ? value > furthest.value : value < furthest.value))
      furthest = { at, value };
  }
  if (furthest === undefined) return { condition, verdict: 'unknown', leftOut };
  const { at, value } = furthest;
  return {
    condition,
    verdict: isPast(condition, value) ? 'failed' : 'passed',
    ours: ours[at] ?? 0,
    baseline: baseline[at] ?? 0,
    value,
    isTooCloseToTell: false,
    compared: pairs.length,
    leftOut,
    furthest: all.session(pairs[at] ?? 0),
  };
}

function comparedWithLimit({ of, unit }: Condition, ours: number, baseline: number): number {
  if (of === 'value') return ours;
  return unit === 'amount' ? ours - baseline : changeShare(ours, baseline);
}

/** More than nothing is infinitely more. */
export function changeShare(ours: number, baseline: number): number {
  if (ours === baseline) return 0;
  return baseline === 0 ? Number.POSITIVE_INFINITY : ours / baseline - 1;
}
