import type { Failure } from '../../base/failure';
import type { JournalStore } from '../../storage/journal-store';
import type { RecordStore } from '../../storage/record-store';
import { deletedRun } from '../../storage/storage-failure';
import type { StoredRun } from '../../storage/stored-run';

export interface DeletionParts {
  readonly journals: Pick<JournalStore<unknown>, 'has' | 'onGone'>;
  readonly runs: Pick<RecordStore<StoredRun>, 'list' | 'subscribe'>;
}

/**
 * Tells when an open run is deleted, in another tab or with the site data, and when that is taken back. A store that cannot
 * be read says nothing: what is written next will fail, with its reason. Returns a function that ends this.
 */
export function watchDeletion(
  id: string,
  { journals, runs }: DeletionParts,
  tell: (why: Failure | undefined) => void,
): () => void {
  let isDeleted = false;
  let isWatched = true;

  const isGone = async (): Promise<boolean | undefined> => {
    const has = await journals.has(id);
    if (!has.ok || !has.value) return has.ok ? true : undefined;
    const listed = await runs.list();
    return listed.ok ? listed.value.records.some((run) => run.id === id && run.removedMs !== undefined) : undefined;
  };

  const look = async () => {
    const now = await isGone();
    if (!isWatched || now === undefined || now === isDeleted) return;
    isDeleted = now;
    tell(now ? deletedRun : undefined);
  };

  const stops = [journals.onGone(() => void look()), runs.subscribe(() => void look())];
  return () => {
    isWatched = false;
    for (const stop of stops) stop();
  };
}
