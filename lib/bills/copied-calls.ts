import { tallyOf } from '../simulator/recorded/recorded-bill';
import type { Call } from '../transcript/transcript';
import type { JoinedSession } from './joined-sessions';

/** Sessions that begin with the same response, of which all but one are copies up to some call, the earliest first. */
export function copiesAmong(sessions: readonly JoinedSession[]): readonly (readonly JoinedSession[])[] {
  const groups = new Map<string, JoinedSession[]>();
  for (const session of sessions) {
    const { firstCall } = session.main;
    if (firstCall !== null) groups.set(firstCall, [...(groups.get(firstCall) ?? []), session]);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  return several.map((group) => [...group].sort((a, b) => (a.main.lastMs ?? 0) - (b.main.lastMs ?? 0)));
}

/** The session with the bill of its own calls alone: those that an earlier one has were paid once. Marks its calls as seen. */
export function withOwnCalls(session: JoinedSession, calls: readonly Call[], seen: Set<string>): JoinedSession {
  const own = calls.filter(({ id }) => !seen.has(id));
  for (const { id } of calls) seen.add(id);
  return own.length === calls.length
    ? session
    : { ...session, main: { ...session.main, tally: tallyOf({ calls: own }) } };
}
