import type { SessionRow } from '../session-row';

/** A session with its sub-agents, under one policy. */
export interface ReplayedSession {
  /** The same under every policy: of its content. */
  readonly id: string;
  /** The session's own row first. */
  readonly rows: readonly [SessionRow, ...SessionRow[]];
}

/**
 * Rows of one policy, in any order. A copy of a file is the same session, and counts once.
 */
export function sessionsOf(rows: readonly SessionRow[]): readonly ReplayedSession[] {
  const byFile = new Map<string, Map<number, SessionRow>>();
  for (const row of rows) {
    const { hash, place } = row.session;
    const known = byFile.get(hash) ?? new Map<number, SessionRow>();
    byFile.set(hash, known);
    if (!known.has(place)) known.set(place, row);
  }
  return [...byFile.values()].flatMap((known) => {
    const sessions: [SessionRow, ...SessionRow[]][] = [];
    for (const row of [...known.values()].sort((a, b) => a.session.place - b.session.place)) {
      const last = sessions.at(-1);
      if (last === undefined || row.session.agentId === null) sessions.push([row]);
      else last.push(row);
    }
    return sessions.map((own) => ({ id: `${own[0].session.hash}/${own[0].session.place}`, rows: own }));
  });
}

/** Its work was not done to its end: it died, was blocked, or gave up compacting. What it cost is no saving. */
export function endedEarly({ rows }: ReplayedSession): boolean {
  return rows.some(
    ({ figures }) =>
      figures !== null &&
      (figures.deadAtCall !== null || figures.blockedAtCall !== null || figures.gaveUpAtCall !== null),
  );
}

export function hasFailed({ rows }: ReplayedSession): boolean {
  return rows.some(({ figures }) => figures === null);
}
