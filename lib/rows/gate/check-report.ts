import { optional } from '../../base/optional';
import type { SessionRow } from '../session-row';
import type { Interval } from '../statistics/bootstrap-interval';
import { type MeasureId, measureIds, measures } from '../totals/measures';
import { type ReplayedSession, sessionsOf } from '../totals/replayed-session';
import { type Condition, withUsualConditions } from './condition';
import { ComparedPairs, changeShare, comparedValues, type GateResult, judgeGate } from './judge-gates';
import { pairSessions, type SessionPair, whyNotCompared } from './session-pairs';

/** Without a session under both there is nothing to judge. */
export type CheckVerdict = 'passed' | 'failed' | 'error';

export interface CheckReport {
  readonly verdict: CheckVerdict;
  readonly gates: readonly GateResult[];
  readonly sums: readonly MeasureSum[];
  readonly rankedBy: MeasureId;
  /** Those with the largest difference, in the direction that the conditions are about. */
  readonly worst: readonly SessionDifference[];
  readonly pairs: readonly SessionPair[];
  readonly endedEarly: readonly SessionPair[];
  readonly noResult: readonly SessionPair[];
  readonly onlyOurs: readonly ReplayedSession[];
  readonly onlyBaseline: readonly ReplayedSession[];
}

export interface MeasureSum {
  readonly measure: MeasureId;
  readonly ours: number;
  readonly baseline: number;
  /** Infinite from nothing. */
  readonly change: number;
  readonly changeInterval?: Interval;
  readonly compared: number;
}

export interface SessionDifference {
  readonly pair: SessionPair;
  readonly difference: number;
}

const WORST = 10;
/** Shown whether or not a condition is about them. */
const USUAL: readonly MeasureId[] = ['cost', 'compactions', 'peak', 'sent', 'neededLater', 'dead', 'failures'];

/** [Q1] */
export function checkReport(
  ours: readonly SessionRow[],
  baseline: readonly SessionRow[],
  given: readonly Condition[],
): CheckReport {
  const { pairs, onlyOurs, onlyBaseline } = pairSessions(sessionsOf(ours), sessionsOf(baseline));
  const conditions = withUsualConditions(given);
  const compared = new ComparedPairs(pairs);
  const gates = conditions.map((condition) => judgeGate(condition, compared));
  const ranking = rankingOf(gates);
  return {
    verdict: verdictOf(gates),
    gates,
    sums: sumsOf(conditions, compared),
    rankedBy: ranking.measure,
    worst: worstOf(ranking, pairs),
    pairs,
    endedEarly: pairs.filter((pair) => whyNotCompared(pair) === 'ended-early'),
    noResult: pairs.filter((pair) => whyNotCompared(pair) === 'no-result'),
    onlyOurs,
    onlyBaseline,
  };
}

function verdictOf(gates: readonly GateResult[]): CheckVerdict {
  if (gates.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return gates.some(({ verdict }) => verdict === 'unknown') ? 'error' : 'passed';
}

type Ranking = Pick<Condition, 'measure' | 'comparison'>;

/** By what failed first, else by what was asked first. */
function rankingOf(gates: readonly GateResult[]): Ranking {
  const ofWork = gates.filter(({ condition }) => measures[condition.measure].isOfWork);
  const first = ofWork.find(({ verdict }) => verdict === 'failed') ?? ofWork[0];
  return first?.condition ?? { measure: 'cost', comparison: '>' };
}

function worstOf({ measure, comparison }: Ranking, pairs: readonly SessionPair[]): readonly SessionDifference[] {
  const sign = comparison.startsWith('>') ? 1 : -1;
  return comparedValues(measures[measure], pairs)
    .map(({ pair, ours, baseline }) => ({ pair, difference: ours - baseline }))
    .filter(({ difference }) => sign * difference > 0)
    .sort((a, b) => sign * (b.difference - a.difference))
    .slice(0, WORST);
}

function sumsOf(conditions: readonly Condition[], compared: ComparedPairs): readonly MeasureSum[] {
  const asked = new Set(conditions.map(({ measure }) => measure));
  return measureIds
    .filter((id) => asked.has(id) || USUAL.includes(id))
    .flatMap((id) => {
      const { values, ours, baseline, shareInterval } = compared.totals(measures[id]);
      if (values.length === 0) return [];
      return [
        {
          measure: id,
          ours,
          baseline,
          change: changeShare(ours, baseline),
          ...optional('changeInterval', shareInterval),
          compared: values.length,
        },
      ];
    });
}
