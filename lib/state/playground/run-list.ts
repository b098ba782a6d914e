import type { Failure } from '../../base/failure';
import type { RecordStore } from '../../storage/record-store';
import type { StoredRun } from '../../storage/stored-run';

/** The runs that this browser has kept. */
export interface RunList {
  /** The newest first; the open one is among them. */
  readonly runs: readonly StoredRun[];
  /** Records in the store that cannot be read. */
  readonly damagedRuns: number;
  /** They were read; before, nobody knows whether there is one to go on with. */
  readonly isLoaded: boolean;
  /** Why the list cannot be read, or what was done last did not work. */
  readonly failure: Failure | undefined;
}

export interface RunListParts {
  readonly runs: RecordStore<StoredRun>;
  /** Makes final what was deleted a while ago. */
  sweep(): Promise<void>;
  nowMs(): number;
  /** To tell the user, who may want it back. */
  onRemoved(title: string, undo: () => void): void;
}

/** What is done to the list, and what follows it. */
export function runList(
  { runs: store, sweep, nowMs, onRemoved }: RunListParts,
  get: () => RunList,
  set: (list: Partial<RunList>) => void,
) {
  let hasSwept = false;
  /** A list that was read before the newest change says nothing of it. */
  let changes = 0;

  const read = async () => {
    const before = changes;
    const listed = await store.list();
    if (before !== changes) return;
    if (!listed.ok) {
      set({ isLoaded: true, failure: listed.error });
      return;
    }
    const { records, damaged } = listed.value;
    set({ isLoaded: true, runs: shownRuns(records), damagedRuns: damaged });
  };

  const write = async (run: StoredRun) => {
    changes += 1;
    const written = await store.save(run);
    set({ failure: written.ok ? undefined : written.error });
    await read();
  };

  const restore = ({ removedMs: _, ...run }: StoredRun) => write(run);

  return {
    restore,

    remove: async (id: string) => {
      const removed = get().runs.find((run) => run.id === id);
      if (removed === undefined) return;
      await write({ ...removed, removedMs: nowMs() });
      onRemoved(removed.title, () => void restore(removed));
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
