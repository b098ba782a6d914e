import { copiesAmong, withOwnCalls } from '../../../lib/bills/copied-calls';
import type { JoinedSession } from '../../../lib/bills/joined-sessions';

/** Where sessions begin with the same calls, they are looked at again, so that each call is billed once. */
export async function withoutCopies(sessions: readonly JoinedSession[]): Promise<readonly JoinedSession[]> {
  const billed = new Map<JoinedSession, JoinedSession>();
  for (const group of copiesAmong(sessions)) {
    const { imports } = await import('./read-file');
    const seen = new Set<string>();
    for (const session of group) {
      const first = session.main.firstCall;
      const found = (await imports(session.path))?.transcripts.find(({ calls }) => calls[0]?.id === first);
      if (found !== undefined) billed.set(session, withOwnCalls(session, found.calls, seen));
    }
  }
  return sessions.map((session) => billed.get(session) ?? session);
}
