import type { JournalStore } from './journal-store';
import type { RecordStore } from './record-store';
import type { StoredRun } from './stored-run';
import { KEEP_REMOVED_MS } from './stored-session';

export interface SweptRuns {
  readonly runs: Pick<RecordStore<StoredRun>, 'list' | 'remove'>;
  readonly journals: Pick<JournalStore<unknown>, 'ids' | 'remove'>;
  /** Undefined if a tab has the run open. */
  lock(id: string): Promise<(() => void) | undefined>;
  readonly nowMs: number;
}

/**
 * Erases runs that were deleted a while ago, and journals without a record: those of runs without a prompt. If a record
 * is unreadable, no journal is erased, since one of them belongs to it.
 */
export async function sweepRuns({ runs, journals, lock, nowMs }: SweptRuns): Promise<void> {
  // Read first: a run that starts in between is in neither list.
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
