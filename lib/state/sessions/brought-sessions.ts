import type { ImportRun } from './imports';

/** What was imported when a session was requested. `others`: none of them is the right one. */
export type Brought =
  | { readonly type: 'nothing' }
  | { readonly type: 'wanted' }
  | { readonly type: 'others'; readonly sessions: readonly BroughtSession[] };

export interface BroughtSession {
  readonly id: string;
  readonly title: string;
}

/** Ids are hashes of the recording, so file names do not matter. */
export function broughtBy(runs: readonly ImportRun[], wantedId: string): Brought {
  const sessions = runs.flatMap(({ state }) =>
    state.type === 'done'
      ? state.files.flatMap((file) =>
          file.sessions.map(({ session: { id, summary } }) => ({ id, title: summary.title })),
        )
      : [],
  );
  if (sessions.some(({ id }) => id === wantedId)) return { type: 'wanted' };
  return sessions.length === 0 ? { type: 'nothing' } : { type: 'others', sessions };
}
