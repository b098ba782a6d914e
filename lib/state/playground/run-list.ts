import type { Failure } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { RecordStore } from '../../storage/record-store';
import type { StoredRun } from '../../storage/stored-run';

/** The runs stored in this browser. */
export interface RunList {
  /** Latest first; includes the open one. */
  readonly runs: readonly StoredRun[];
  /** Unreadable records in the store. */
  readonly damagedRuns: number;
  /** Whether the list was read: before, it is unknown whether there is a run to continue. */
  readonly isLoaded: boolean;
  /** Why the list cannot be read, or the last action failed. */
  readonly failure: Failure | undefined;
}

export interface RunListParts {
  readonly runs: RecordStore<StoredRun>;
  /** Makes earlier deletions final. */
  sweep(): Promise<void>;
  nowMs(): number;
  /** To offer the user an undo. */
  onRemoved(title: string, undo: () => void): void;
}

/** Actions on the list, and their consequences. */
export function runList(
  { runs: store, sweep, nowMs, onRemoved }: RunListParts,
  get: () => RunList,
  set: (list: Partial<RunList>) => void,
) {
  let hasSwept = false;
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();

  const read = async () => {
    const signal = reading.begin();
    const listed = await store.list();
    if (signal.aborted) return;
    if (!listed.ok) {
      set({ isLoaded: true, failure: listed.error });
      return;
    }
    const { records, damaged } = listed.value;
    set({ isLoaded: true, runs: shownRuns(records), damagedRuns: damaged });
  };

  const write = async (run: StoredRun, onWritten = () => {}) => {
    reading.drop();
    const written = await store.save(run);
    set({ failure: written.ok ? undefined : written.error });
    if (written.ok) onWritten();
    await read();
  };

  const restore = ({ removedMs: _, ...run }: StoredRun) => write(run);

  return {
    restore,

    remove: async (id: string) => {
      const removed = get().runs.find((run) => run.id === id);
      if (removed === undefined) return;
      // Before the row is gone: whoever sees that can undo it.
      await write({ ...removed, removedMs: nowMs() }, () => onRemoved(removed.title, () => void restore(removed)));
    },

    start: () => {
      void read();
      if (!hasSwept) {
        hasSwept = true;
        void sweep();
      }
      return store.subscribe(() => void read());
    },
  };
}

function shownRuns(records: readonly StoredRun[]): readonly StoredRun[] {
  return records.filter(({ removedMs }) => removedMs === undefined).sort((a, b) => b.changedMs - a.changedMs);
}
