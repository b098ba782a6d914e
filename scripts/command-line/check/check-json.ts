import type { GateResult } from '../../../lib/rows/gate/judge-gates';
import type { Interval } from '../../../lib/rows/statistics/bootstrap-interval';
import type { CheckTexts } from './check-words';

/** What programs read; docs/json.md describes it. */
export function checkJson({ report, policy, baseline, engine, unread, nameOf }: CheckTexts): object {
  const { verdict, gates, sums, rankedBy, worst, compared, endedEarly, noResult, onlyOurs, onlyBaseline } = report;
  return {
    check: verdict,
    engine,
    policy,
    baseline,
    sessions: {
      compared,
      endedEarly: endedEarly.count,
      withoutResult: noResult.count,
      onlyHere: onlyOurs,
      onlyInBaseline: onlyBaseline,
      unreadFiles: unread.length,
    },
    unread,
    gates: gates.map((gate) => gateJson(gate, nameOf)),
    sums: sums.map(({ measure, ours, baseline: theirs, change, changeInterval, compared: sessions }) => ({
      measure,
      baseline: theirs,
      policy: ours,
      change: known(change),
      changeInterval: intervalJson(changeInterval),
      sessions,
    })),
    rankedBy,
    worst: worst.map(({ session, ours, baseline: theirs, difference }) => ({
      session: nameOf(session),
      hash: session.hash,
      place: session.place,
      baseline: theirs,
      policy: ours,
      difference,
    })),
  };
}

function gateJson(gate: GateResult, nameOf: CheckTexts['nameOf']): object {
  const { condition, verdict, leftOut } = gate;
  const { text, measure, comparison, limit, unit, of, scope } = condition;
  const asked = { condition: text, measure, comparison, limit, unit, of, scope };
  if (gate.verdict === 'unknown')
    return {
      ...asked,
      verdict,
      baseline: null,
      policy: null,
      value: null,
      interval: null,
      isTooCloseToTell: false,
      sessions: 0,
      leftOut,
      session: null,
    };
  return {
    ...asked,
    verdict,
    baseline: of === 'value' ? null : gate.baseline,
    policy: gate.ours,
    value: known(gate.value),
    interval: intervalJson(gate.interval),
    isTooCloseToTell: gate.isTooCloseToTell,
    sessions: gate.compared,
    leftOut,
    session: gate.furthest === undefined ? null : nameOf(gate.furthest),
  };
}

function intervalJson(interval: Interval | undefined): readonly [number, number] | null {
  return interval === undefined ? null : [interval.low, interval.high];
}

/** JSON has no infinity. */
function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
