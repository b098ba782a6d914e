import type { RecordStore } from './record-store';
import type { StoredProject } from './stored-project';
import type { StoredRun } from './stored-run';
import { KEEP_REMOVED_MS } from './stored-session';
import type { VersionBook } from './version-book';

export interface SweptProjects {
  readonly projects: Pick<RecordStore<StoredProject>, 'list' | 'remove'>;
  readonly runs: Pick<RecordStore<StoredRun>, 'list'>;
  readonly books: Pick<VersionBook<unknown>, 'ids' | 'remove'>;
  readonly nowMs: number;
}

/**
 * Erases projects that were deleted a while ago, with their home folders, and home folders that nobody knows. A project
 * without runs is kept: its memory is what it is for.
 */
export async function sweepProjects({ projects, runs, books, nowMs }: SweptProjects): Promise<void> {
  // Read first: the record of a project is stored before its home folder.
  const [written, listed, ran] = [await books.ids(), await projects.list(), await runs.list()];
  if (!written.ok || !listed.ok || !ran.ok || listed.value.damaged > 0 || ran.value.damaged > 0) return;
  // Restored, or open in another tab.
  const used = new Set(ran.value.records.flatMap(({ project }) => (project === undefined ? [] : [project.id])));
  const { records } = listed.value;
  const known = new Set(records.map(({ id }) => id));
  const removed = records.filter(({ removedMs }) => removedMs !== undefined && nowMs - removedMs > KEEP_REMOVED_MS);
  const unknown = [...written.value].filter((id) => !known.has(id));
  for (const id of [...removed.map((project) => project.id), ...unknown]) {
    if (used.has(id)) continue;
    await books.remove([id]);
    if (known.has(id)) await projects.remove(id);
  }
}
