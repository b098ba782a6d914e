import type { JournalStore } from './journal-store';
import type { RecordStore } from './record-store';
import type { StoredRun } from './stored-run';
import { KEEP_REMOVED_MS } from './stored-session';

export interface SweptRuns {
  readonly runs: Pick<RecordStore<StoredRun>, 'list' | 'remove'>;
  readonly journals: Pick<JournalStore<unknown>, 'ids' | 'remove'>;
  /** Nothing where a tab has the run open. */
  lock(id: string): Promise<(() => void) | undefined>;
  readonly nowMs: number;
}

/**
 * Makes final what was deleted a while ago, and drops journals that the list does not know: of runs in which nothing was
 * said. Where a record cannot be read nothing is dropped, since one of the journals is its own.
 */
export async function sweepRuns({ runs, journals, lock, nowMs }: SweptRuns): Promise<void> {
  // Read first: a run that begins in between is in neither.
  const [written, listed] = [await journals.ids(), await runs.list()];
  if (!written.ok || !listed.ok || listed.value.damaged > 0) return;
  const { records } = listed.value;
  const removed = records.filter(({ removedMs }) => removedMs !== undefined && nowMs - removedMs > KEEP_REMOVED_MS);
  const known = new Set(records.map(({ id }) => id));
  const unknown = [...written.value].filter((id) => !known.has(id));
  for (const id of [...removed.map((run) => run.id), ...unknown]) {
    const release = await lock(id);
    if (release === undefined) continue;
    await journals.remove([id]);
    if (known.has(id)) await runs.remove(id);
    release();
  }
}
