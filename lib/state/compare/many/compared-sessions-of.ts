import type { SessionRow } from '../../../rows/session-row';
import { type ReplayedSession, sessionsOf } from '../../../rows/totals/replayed-session';
import type { ComparedSession, ComparedSessions } from '../../../series/rows/compared-sessions';
import { withSummaryRequests } from '../../../series/rows/recorded-cost';
import type { ManyComparison } from './many-comparison';
import type { ManyPolicy } from './row-policies';

/** What is computed so far. The recording is the first, so a baseline among the columns is one further. */
export function comparedSessionsOf(
  { sessions, rows, baseline }: Pick<ManyComparison, 'sessions' | 'rows' | 'baseline'>,
  policies: readonly ManyPolicy[],
): ComparedSessions {
  return {
    names: policies.map(({ name }) => name),
    sessions: sessions.map(({ id, title }): ComparedSession => {
      const known = rows.get(id);
      return { id, title, under: policies.map(({ key }) => replayedOf(known?.get(key)?.rows)) };
    }),
    baseline: baseline === undefined ? 0 : baseline + 1,
  };
}

/** Rows are never changed, so what was made of them stays right: a hundred results would make it of all of them each time. */
const madeOf = new WeakMap<readonly SessionRow[], ReplayedSession>();

/** A stored session is one session with its sub-agents. */
function replayedOf(rows: readonly SessionRow[] | undefined): ReplayedSession | undefined {
  if (rows === undefined) return undefined;
  const known = madeOf.get(rows) ?? sessionsOf(rows.map(withSummaryRequests))[0];
  if (known !== undefined) madeOf.set(rows, known);
  return known;
}
