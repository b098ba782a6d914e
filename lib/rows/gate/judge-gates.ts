import { optional } from '../../base/optional';
import type { Interval } from '../statistics/bootstrap-interval';
import { pairedDifference } from '../statistics/paired-difference';
import { type Measure, measures } from '../totals/measures';
import { type Condition, isPast } from './condition';
import { type SessionPair, whyNotCompared } from './session-pairs';

/** What a pair of a measure comes to. */
export interface PairedValues {
  readonly pair: SessionPair;
  readonly ours: number;
  readonly baseline: number;
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
      readonly furthest?: SessionPair;
    }
  | { readonly verdict: 'unknown'; readonly leftOut: number }
);

export function judgeGate(condition: Condition, pairs: readonly SessionPair[]): GateResult {
  const measure = measures[condition.measure];
  const values = comparedValues(measure, pairs, condition.of);
  const leftOut = pairs.length - values.length;
  if (values.length === 0) return { condition, verdict: 'unknown', leftOut };
  return condition.scope === 'all'
    ? judgeAll(condition, measure, values, leftOut)
    : judgeAny(condition, values, leftOut);
}

/** [Q1] Differences only where both sides did the whole work; a value of ours wherever it is known. */
export function comparedValues(
  measure: Measure,
  pairs: readonly SessionPair[],
  of: Condition['of'] = 'difference',
): readonly PairedValues[] {
  return pairs.flatMap((pair) => {
    if (of === 'difference' && measure.isOfWork && whyNotCompared(pair) !== undefined) return [];
    const [ours, baseline] = [measure.of(pair.ours), measure.of(pair.baseline)];
    if (ours === null || (of === 'difference' && baseline === null)) return [];
    return [{ pair, ours, baseline: baseline ?? 0 }];
  });
}

function judgeAll(
  condition: Condition,
  measure: Measure,
  values: readonly PairedValues[],
  leftOut: number,
): GateResult {
  const { ours, baseline, interval } = comparedTotals(measure, values, condition.unit);
  const value = comparedWithLimit(condition, ours, baseline);
  const said = condition.of === 'difference' ? interval : undefined;
  const past = isPast(condition, value);
  return {
    condition,
    verdict: past ? 'failed' : 'passed',
    ours,
    baseline,
    value,
    ...optional('interval', said),
    isTooCloseToTell: said !== undefined && isPast(condition, said.low) !== isPast(condition, said.high),
    compared: values.length,
    leftOut,
  };
}

/** Of all compared sessions, with the interval of the difference in the unit that is asked for. */
export function comparedTotals({ over }: Measure, values: readonly PairedValues[], unit: Condition['unit']) {
  const paired = pairedDifference(values.map(({ ours, baseline }) => ({ policy: ours, baseline })));
  // The mean of a difference is that of one session.
  const times = over === 'sum' ? paired.pairs : 1;
  const { interval: ofMean } = paired;
  const ofAmount = ofMean && { low: ofMean.low * times, high: ofMean.high * times };
  const interval = unit === 'share' ? paired.changeInterval : ofAmount;
  const per = over === 'sum' ? 1 : Math.max(1, paired.pairs);
  return { ours: paired.policySum / per, baseline: paired.baselineSum / per, interval: interval ?? undefined };
}

function judgeAny(condition: Condition, values: readonly PairedValues[], leftOut: number): GateResult {
  const isUpwards = condition.comparison.startsWith('>');
  let furthest: (PairedValues & { readonly value: number }) | undefined;
  for (const each of values) {
    const value = comparedWithLimit(condition, each.ours, each.baseline);
    if (furthest === undefined || (isUpwards ? value > furthest.value : value < furthest.value))
      furthest = { ...each, value };
  }
  if (furthest === undefined) return { condition, verdict: 'unknown', leftOut };
  const { pair, ours, baseline, value } = furthest;
  return {
    condition,
    verdict: isPast(condition, value) ? 'failed' : 'passed',
    ours,
    baseline,
    value,
    isTooCloseToTell: false,
    compared: values.length,
    leftOut,
    furthest: pair,
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
