import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { RecordStore } from '../../storage/record-store';
import type { StoredProject } from '../../storage/stored-project';
import type { StoredRun } from '../../storage/stored-run';

/** The projects stored in this browser. */
export interface ProjectList {
  /** The oldest first. */
  readonly projects: readonly StoredProject[];
  /** Unreadable records in the store. */
  readonly damagedProjects: number;
}

/** The project of a new run. Those of a kind are begun if there are none. */
export type WantedProject =
  | { readonly type: 'id'; readonly id: string }
  | { readonly type: 'sample' }
  /** By the name of the folder. */
  | { readonly type: 'folder'; readonly name: string }
  | ({ readonly type: 'new' } & Pick<StoredProject, 'kind' | 'title' | 'folder'>);

export interface ProjectListParts {
  readonly projects: RecordStore<StoredProject>;
  readonly runs: RecordStore<StoredRun>;
  newId(): string;
  nowMs(): number;
  /** To offer the user an undo. */
  onRemoved(title: string, undo: () => void): void;
}

const SAMPLE = { id: 'sample', title: 'Sample repository' } as const;

/** Actions on the list, and their consequences. */
export function projectList(
  { projects: store, runs, newId, nowMs, onRemoved }: ProjectListParts,
  set: (list: Partial<ProjectList> & { readonly failure?: Failure | undefined }) => void,
) {
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();

  const read = async () => {
    const signal = reading.begin();
    const listed = await store.list();
    if (signal.aborted) return;
    if (!listed.ok) {
      set({ failure: listed.error });
      return;
    }
    const { records, damaged } = listed.value;
    set({ projects: shown(records), damagedProjects: damaged });
  };

  const write = async (project: StoredProject): Promise<boolean> => {
    reading.drop();
    const written = await store.save(project);
    set({ failure: written.ok ? undefined : written.error });
    await read();
    return written.ok;
  };

  const begin = async (project: Omit<StoredProject, 'beganMs'>): Promise<string | undefined> => {
    const saved = await store.save({ ...project, beganMs: nowMs() });
    await read();
    // Where nothing can be stored, the run itself says so.
    return saved.ok ? project.id : undefined;
  };

  return {
    /** Its id. Undefined if the project cannot be stored: then the run belongs to none. */
    ensure: async (wanted: WantedProject): Promise<string | undefined> => {
      const listed = await store.list();
      if (!listed.ok) return undefined;
      const { records } = listed.value;
      const present = shown(records);
      switch (wanted.type) {
        case 'id': {
          const known = records.find(({ id }) => id === wanted.id);
          if (known?.removedMs !== undefined) await write(restored(known));
          return wanted.id;
        }
        case 'sample': {
          const known = present.findLast(({ kind }) => kind === 'sample');
          // Always the same for the first, so that two tabs begin the same.
          const id = records.some((project) => project.id === SAMPLE.id) ? newId() : SAMPLE.id;
          return known?.id ?? begin({ id, title: SAMPLE.title, kind: 'sample' });
        }
        case 'folder': {
          const { name } = wanted;
          const known = present.findLast(({ folder }) => folder === name);
          return known?.id ?? begin({ id: newId(), title: unused(name, present), kind: 'folder', folder: name });
        }
        case 'new': {
          const { type: _, title, ...project } = wanted;
          return begin({ ...project, id: newId(), title: unused(title, present) });
        }
        default:
          return assertNever(wanted);
      }
    },

    rename: (project: StoredProject, title: string) => write({ ...project, title: title.trim() }),

    /** With its runs and its home folder. */
    remove: async (project: StoredProject) => {
      const listed = await runs.list();
      if (!listed.ok) {
        set({ failure: listed.error });
        return;
      }
      const own = listed.value.records.filter((run) => run.project?.id === project.id && run.removedMs === undefined);
      if (!(await write({ ...project, removedMs: nowMs() }))) return;
      for (const run of own) await runs.save({ ...run, removedMs: nowMs() });
      const undo = async () => {
        await write(project);
        for (const run of own) await runs.save(run);
      };
      onRemoved(project.title, () => void undo());
    },

    start: () => {
      void read();
      return store.subscribe(() => void read());
    },
  };
}

function shown(records: readonly StoredProject[]): readonly StoredProject[] {
  return records.filter(({ removedMs }) => removedMs === undefined).sort((a, b) => a.beganMs - b.beganMs);
}

function restored({ removedMs: _, ...project }: StoredProject): StoredProject {
  return project;
}

/** `shop`, `shop 2`, `shop 3`. */
function unused(title: string, projects: readonly StoredProject[]): string {
  const taken = new Set(projects.map((project) => project.title));
  let free = title;
  for (let number = 2; taken.has(free); number++) free = `${title} ${number}`;
  return free;
}
