import { optional } from '../../base/optional';
import { META_VERSION, type SessionId, type SessionMeta } from '../../storage/session-meta';
import type { ImportedSession, ImportSource } from '../../worker/engine/messages';

/** What the list shows of an imported session. */
export function importedMeta(
  { id, summary, secretsMasked, body }: ImportedSession,
  source: ImportSource,
  nowMs: number,
  sessionsInFile: number,
): SessionMeta {
  return {
    ...summary,
    id: id as SessionId,
    fileName: source.path,
    ...optional('fileSessions', sessionsInFile > 1 ? sessionsInFile : undefined),
    secretsMasked: Object.values(secretsMasked).reduce((sum, count) => sum + count, 0),
    sourceBytes: source.file.size,
    storedBytes: body.size,
    importedAtMs: nowMs,
    metaVersion: META_VERSION,
  };
}
