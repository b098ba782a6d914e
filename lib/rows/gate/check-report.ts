import { optional } from '../../base/optional';
import type { Interval } from '../statistics/bootstrap-interval';
import { type MeasureId, measureIds, measures } from '../totals/measures';
import { type Condition, withUsualConditions } from './condition';
import { ComparedPairs, changeShare, comparedValues, type GateResult, judgeGate } from './judge-gates';
import type { CheckedSession, SessionPairs } from './session-pairs';

/** Without a session under both there is nothing to judge. */
export type CheckVerdict = 'passed' | 'failed' | 'error';

export interface CheckReport {
  readonly verdict: CheckVerdict;
  readonly gates: readonly GateResult[];
  readonly sums: readonly MeasureSum[];
  readonly rankedBy: MeasureId;
  /** Those with the largest difference, in the direction that the conditions are about. */
  readonly worst: readonly SessionDifference[];
  /** Sessions that are on both sides. */
  readonly compared: number;
  readonly endedEarly: SessionList;
  readonly noResult: SessionList;
  readonly onlyOurs: number;
  readonly onlyBaseline: number;
}

/** Only the first are named: there may be any number. */
export interface SessionList {
  readonly count: number;
  readonly first: readonly CheckedSession[];
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
  readonly session: CheckedSession;
  readonly ours: number;
  readonly baseline: number;
  readonly difference: number;
}

const WORST = 10;
const MOST_NAMED = 20;
/** Shown whether or not a condition is about them. */
const USUAL: readonly MeasureId[] = ['cost', 'compactions', 'peak', 'sent', 'neededLater', 'dead', 'failures'];

/** [Q1] */
export function checkReport(pairs: SessionPairs, given: readonly Condition[]): CheckReport {
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
    compared: pairs.length,
    endedEarly: listOf(pairs, 'ended-early'),
    noResult: listOf(pairs, 'no-result'),
    onlyOurs: pairs.onlyOurs,
    onlyBaseline: pairs.onlyBaseline,
  };
}

function listOf(pairs: SessionPairs, why: 'ended-early' | 'no-result'): SessionList {
  const first: CheckedSession[] = [];
  let count = 0;
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.whyNotCompared(pair) !== why) continue;
    count += 1;
    if (count <= MOST_NAMED) first.push(pairs.session(pair));
  }
  return { count, first };
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

function worstOf({ measure, comparison }: Ranking, all: SessionPairs): readonly SessionDifference[] {
  const sign = comparison.startsWith('>') ? 1 : -1;
  const { pairs, ours, baseline } = comparedValues(measures[measure], all);
  const differenceAt = (at: number) => (ours[at] ?? 0) - (baseline[at] ?? 0);
  const worst: number[] = [];
  for (const at of pairs.keys()) {
    const difference = sign * differenceAt(at);
    if (difference <= 0) continue;
    const place = worst.findIndex((other) => sign * differenceAt(other) < difference);
    if (place !== -1) worst.splice(place, 0, at);
    else if (worst.length < WORST) worst.push(at);
    worst.length = Math.min(worst.length, WORST);
  }
  return worst.map((at) => ({
    session: all.session(pairs[at] ?? 0),
    ours: ours[at] ?? 0,
    baseline: baseline[at] ?? 0,
    difference: differenceAt(at),
  }));
}

function sumsOf(conditions: readonly Condition[], compared: ComparedPairs): readonly MeasureSum[] {
  const asked = new Set(conditions.map(({ measure }) => measure));
  return measureIds
    .filter((id) => asked.has(id) || USUAL.includes(id))
    .flatMap((id) => {
      const { compared: sessions, ours, baseline, shareInterval } = compared.totals(measures[id]);
      if (sessions === 0) return [];
      return [
        {
          measure: id,
          ours,
          baseline,
          change: changeShare(ours, baseline),
          ...optional('changeInterval', shareInterval),
          compared: sessions,
        },
      ];
    });
}
