import { median } from '../../base/median';
import type { RowError } from '../../rows/session-row';
import { hasFailed } from '../../rows/totals/replayed-session';
import { counted, exactNumber, percent } from '../words/format-number';
import type { ComparedSessions } from './compared-sessions';

/** [P2] How right the models of the sessions' own agents are, over all of them. */
export interface ModelErrors {
  /** Sessions and sub-agents that it was measured on. */
  readonly measured: number;
  /** Those whose agent's rules are not known. */
  readonly unknown: number;
  readonly recorded: number;
  readonly exact: number;
  readonly extra: number;
  /** Of the costs, as a share; undefined if none could be tested. */
  readonly medianCostOff: number | undefined;
}

export function modelErrors({ sessions }: Pick<ComparedSessions, 'sessions'>): ModelErrors {
  const all = sessions.flatMap(({ under }) => {
    const first = under.find((each) => each !== undefined && !hasFailed(each));
    return first === undefined ? [] : first.rows.map(({ session }) => session.error);
  });
  const errors = all.filter((error) => error !== null);
  const sum = (of: (error: RowError) => number) => errors.reduce((total, error) => total + of(error), 0);
  const costs = errors.flatMap(({ costOff }) => (costOff === null ? [] : [Math.abs(costOff)]));
  return {
    measured: errors.length,
    unknown: all.length - errors.length,
    recorded: sum(({ recordedCompactions }) => recordedCompactions),
    exact: sum(({ exactCompactions }) => exactCompactions),
    extra: sum(({ extraCompactions }) => extraCompactions),
    medianCostOff: costs.length === 0 ? undefined : median(costs),
  };
}

/** `Trigger exact 12 of 15, 2 not recorded · cost ± 0.3 % (median)` */
export function modelErrorsWords({ measured, unknown, recorded, exact, extra, medianCostOff }: ModelErrors): string {
  if (measured === 0) return 'The compaction rules of these agents are unknown, so nothing predicts them.';
  const trigger =
    recorded === 0
      ? 'Trigger not tested: no automatic compaction to compare with'
      : `Trigger exact ${exactNumber(exact)} of ${exactNumber(recorded)}`;
  const more = extra === 0 ? '' : `, ${exactNumber(extra)} ${recorded === 0 ? 'predicted' : 'not recorded'}`;
  const cost = medianCostOff === undefined ? 'cost not tested' : `cost ± ${percent(medianCostOff)} (median)`;
  const others =
    unknown === 0
      ? ''
      : ` The rules of ${counted(unknown, 'other session or sub-agent', 'other sessions and sub-agents')} are unknown.`;
  return `${trigger}${more} · ${cost}.${others}`;
}

/** [P2] `exact 4 of 4 · cost ± 0.3 %`, of one session. */
export function sessionErrorWords(error: RowError): string {
  const { recordedCompactions, exactCompactions, extraCompactions, costOff } = error;
  const extra = extraCompactions === 0 ? '' : `, +${exactNumber(extraCompactions)}`;
  const trigger =
    recordedCompactions === 0
      ? extraCompactions === 0
        ? undefined
        : `${exactNumber(extraCompactions)} predicted`
      : `exact ${exactNumber(exactCompactions)} of ${exactNumber(recordedCompactions)}${extra}`;
  const cost = costOff === null ? undefined : `cost ± ${percent(Math.abs(costOff))}`;
  return [trigger, cost].filter((each) => each !== undefined).join(' · ');
}
