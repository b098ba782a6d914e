/** The session that a page shows: one of the list, or a sub-agent in it. */
export interface SessionPlace {
  readonly session: string;
  /** Its index among the children, then among theirs, from 0. Empty for the session itself. */
  readonly child: readonly number[];
}

/** As in the URL: `session=…&agent=2.1` is the first sub-agent of the second. */
export function placeToQuery({ session, child }: SessionPlace): string {
  const query = new URLSearchParams({ session });
  if (child.length > 0) query.set('agent', child.map((place) => place + 1).join('.'));
  return query.toString();
}

/** Missing if no session is named. Invalid sub-agent positions are rejected on opening. */
export function placeOf(session: string | null, agent: string | null): SessionPlace | undefined {
  if (session === null || session === '') return undefined;
  return { session, child: agent === null ? [] : agent.split('.').map((number) => Number(number) - 1) };
}
