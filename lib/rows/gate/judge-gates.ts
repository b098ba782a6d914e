import { optional } from '../../base/optional';
import type { Interval } from '../statistics/bootstrap-interval';
import { pairedDifference } from '../statistics/paired-difference';
import { type Measure, type MeasureId, measures } from '../totals/measures';
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

/** What all sessions come to, measure by measure: intervals take their time, and conditions share them with the table of sums. */
export class ComparedPairs {
  private readonly known = new Map<MeasureId, ComparedTotals>();

  constructor(readonly pairs: readonly SessionPair[]) {}

  totals(measure: Measure): ComparedTotals {
    const known = this.known.get(measure.id) ?? comparedTotals(measure, comparedValues(measure, this.pairs));
    this.known.set(measure.id, known);
    return known;
  }
}

interface ComparedTotals extends Omit<PairedValues, 'pair'> {
  readonly values: readonly PairedValues[];
  /** Of the difference, in the unit of the measure and as a share; missing if too few sessions differ. */
  readonly amountInterval?: Interval;
  readonly shareInterval?: Interval;
}

export function judgeGate(condition: Condition, compared: ComparedPairs): GateResult {
  const measure = measures[condition.measure];
  const { pairs } = compared;
  const totals = condition.of === 'difference' ? compared.totals(measure) : ownTotals(measure, pairs);
  const leftOut = pairs.length - totals.values.length;
  if (totals.values.length === 0) return { condition, verdict: 'unknown', leftOut };
  return condition.scope === 'all' ? judgeAll(condition, totals, leftOut) : judgeAny(condition, totals.values, leftOut);
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

function judgeAll(condition: Condition, totals: ComparedTotals, leftOut: number): GateResult {
  const { ours, baseline, values } = totals;
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
    compared: values.length,
    leftOut,
  };
}

function comparedTotals({ over }: Measure, values: readonly PairedValues[]): ComparedTotals {
  const { pairs, policySum, baselineSum, interval, changeInterval } = pairedDifference(
    values.map(({ ours, baseline }) => ({ policy: ours, baseline })),
  );
  const [per, times] = over === 'sum' ? [1, pairs] : [Math.max(1, pairs), 1];
  return {
    values,
    ours: policySum / per,
    baseline: baselineSum / per,
    // It is of the mean difference.
    ...(interval === null ? {} : { amountInterval: { low: interval.low * times, high: interval.high * times } }),
    ...(changeInterval === null ? {} : { shareInterval: changeInterval }),
  };
}

/** Of ours alone, so there is no difference to have an interval of. */
function ownTotals(measure: Measure, pairs: readonly SessionPair[]): ComparedTotals {
  const values = comparedValues(measure, pairs, 'value');
  const per = measure.over === 'sum' ? 1 : Math.max(1, values.length);
  const sum = (of: (each: PairedValues) => number) => values.reduce((all, each) => all + of(each), 0) / per;
  return { values, ours: sum(({ ours }) => ours), baseline: sum(({ baseline }) => baseline) };
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
