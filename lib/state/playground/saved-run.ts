import type { RunView } from '../../agent/view/run-view';
import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import type { ReplayMode } from '../../simulator/pipeline/replay-mode';
import type { SessionMeta } from '../../storage/session-meta';
import type { engine } from '../../worker/engine/client';
import { importedMeta } from '../sessions/imported-meta';
import type { KeptAs } from '../sessions/session-list';
import { placeToQuery } from '../sessions/session-place';
import { writeViewLink } from '../simulate/view-link';

export interface SavedRunParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  maskSecrets(): boolean;
  keep(meta: SessionMeta, body: Blob): Promise<KeptAs>;
  nowMs(): number;
}

export interface RunToSave extends Pick<RunView, 'title' | 'policy' | 'earlier'> {
  /** How it is replayed first. */
  readonly mode?: ReplayMode;
  /** To show first, from 0. */
  readonly call?: number;
}

/** Adds a run to the sessions, in the same way as imported files. Returns the URL of the view with its policies. */
export async function saveRun(
  { loadEngine, maskSecrets, keep, nowMs }: SavedRunParts,
  { title, policy, earlier, mode = 'free', call }: RunToSave,
  transcript: Blob,
): Promise<Result<string, Failure>> {
  const source = { path: `${title}.highwater.json`, file: transcript };
  const { files } = await (await loadEngine()).ask('import-files', { files: [source], maskSecrets: maskSecrets() });
  const result = files[0]?.result;
  if (result?.type === 'refused') return fail({ what: result.what, advice: result.advice });
  const session = result?.type === 'imported' ? result.sessions[0] : undefined;
  if (session === undefined) throw new Error('Could not import the run’s transcript');
  // Without storage space it is kept while the page is open, which is enough to view it.
  await keep(importedMeta(session, source, nowMs(), 1), session.body);
  const link = writeViewLink({
    policy,
    mode,
    replies: { type: 'recorded' },
    pinned: [],
    commands: [],
    ...optional('call', call),
    ...(earlier.length === 0 ? {} : { earlier }),
    filters: {},
  });
  return ok(`/simulate?${placeToQuery({ session: session.id, child: [] })}${link.ok ? `#${link.value}` : ''}`);
}
