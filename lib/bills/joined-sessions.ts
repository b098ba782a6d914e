import type { AgentFigures, SessionFigures } from './session-figures';

export interface FileOfSessions {
  readonly path: string;
  readonly sessions: readonly SessionFigures[];
}

export interface JoinedSession extends SessionFigures {
  readonly path: string;
}

/** Sub-agents' files belong to the session that they name, as in `importFiles`. Those of an unknown session stay alone. */
export function joinedSessions(files: readonly FileOfSessions[]): readonly JoinedSession[] {
  const waiting = new Map<string, JoinedSession[]>();
  const others: JoinedSession[] = [];
  for (const { path, sessions } of files) {
    const [only, ...more] = sessions;
    const parent = only?.main.parentSessionId ?? null;
    if (only === undefined || more.length > 0 || parent === null)
      others.push(...sessions.map((session) => ({ path, ...session })));
    else waiting.set(parent, [...(waiting.get(parent) ?? []), { path, ...only }]);
  }
  const joined = others.map((session) => {
    const id = session.main.sessionId;
    const own = id === null ? undefined : waiting.get(id);
    if (id === null || own === undefined) return session;
    waiting.delete(id);
    return { ...session, subAgents: withOwnFiles(session.subAgents, own) };
  });
  return [...joined, ...[...waiting.values()].flat()];
}

/** A sub-agent's own file has more than its parent's mirror of it. */
function withOwnFiles(mirrored: readonly AgentFigures[], own: readonly SessionFigures[]): readonly AgentFigures[] {
  const named = new Set(own.map(({ main }) => main.agentId));
  const left = mirrored.filter(({ agentId }) => agentId === null || !named.has(agentId));
  return [...left, ...own.flatMap(({ main, subAgents }) => [main, ...subAgents])];
}
