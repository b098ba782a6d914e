import type { OtherSession, SessionLetter } from '../../agents/mailbox';
import { isMemoryOf } from '../../memory/dreaming/dream-tools';
import type { EntryOf, FileChange } from '../journal/entry';
import { LOCK_PATH } from '../run/live-dreams';
import { MEMORY_ROOT } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';

type StoredLock = NonNullable<EntryOf<'dream-looked'>['lock']>;

/** [D1] [D2] What a project has, whoever wrote it. */
export interface ProjectLook {
  readonly lock: StoredLock | null;
  /** Everything that was written into the lock from a place of the book on, oldest first. */
  readonly written: readonly (StoredLock | null)[];
  readonly isAlive: boolean;
  /** Others that were used since the time of the lock. */
  readonly sessions: number;
  readonly place: number;
  /** The memory folder, by absolute paths, with the lock. */
  readonly files: ReadonlyMap<string, { readonly text: string; readonly mtimeMs: number }>;
}

/** The project of a run, as all of its sessions share it. */
export interface ProjectOfRun {
  look(from: number | undefined): Promise<ProjectLook>;
  /** [D3] What was said in other sessions, to be searched: a line of JSON for each message, by the path of the file. */
  transcripts(): Promise<ReadonlyMap<string, string>>;
  /** [O9] What other sessions have sent to this one. */
  letters(): Promise<readonly SessionLetter[]>;
  /** [O9] Those in which something was said. */
  sessions(): Promise<readonly OtherSession[]>;
}

/** A run without a project is alone with its files. */
export function lookAlone(workspace: Workspace): ProjectLook {
  const text = workspace.read(LOCK_PATH);
  const lock = text === undefined ? null : { text, modifiedMs: workspace.modifiedMs(LOCK_PATH) };
  const files = new Map(
    workspace
      .below(MEMORY_ROOT)
      .map((path) => [path, { text: workspace.read(path) ?? '', mtimeMs: workspace.modifiedMs(path) }] as const),
  );
  return { lock, written: [lock], isAlive: false, sessions: 0, place: 0, files };
}

/** What other sessions changed in the memory folder since this one began. */
export function changedElsewhere({ files }: ProjectLook, workspace: Workspace): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, { text, mtimeMs }] of files) {
    if (isMemoryOf(path, MEMORY_ROOT) && workspace.read(path) !== text)
      changes.push({ path, text, modifiedMs: mtimeMs });
  }
  for (const path of workspace.below(MEMORY_ROOT)) if (!files.has(path)) changes.push({ path, text: null });
  return changes;
}
