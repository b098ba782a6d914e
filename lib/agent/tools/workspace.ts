import { fail, ok, type Result } from '../../base/result';
import { wellFormed } from '../../base/well-formed';
import { utf8Bytes } from '../../tokens/text-size';
import type { FileChange } from '../journal/entry';
import { fullPath, mountOf } from './workspace-path';

export const MAX_FILE_BYTES = 1_000_000;
export const MAX_WORKSPACE_BYTES = 20_000_000;
export const MAX_FILES = 2_000;

interface HeldFile {
  readonly text: string;
  readonly modifiedMs: number;
}

/**
 * The files that an agent works on: those of the workspace by their paths below its root (`src/total.awk`), those of other
 * mounts by absolute ones. Text only, without separate folders: everything in it can be stored as `FileChange`s, and
 * restored from them. A modification time is the time of the entry with the change, so that it follows from the journal.
 */
export class Workspace {
  private readonly held: Map<string, HeldFile>;
  /** What there was before the first change since the last `takeChanges`. */
  private readonly before = new Map<string, HeldFile | undefined>();
  private bytes = 0;

  private constructor(files: Readonly<Record<string, string>>, modifiedMs: (path: string) => number) {
    this.held = new Map(Object.entries(files).map(([path, text]) => [path, { text, modifiedMs: modifiedMs(path) }]));
    for (const { text } of this.held.values()) this.bytes += utf8Bytes(text);
  }

  /**
   * Files of an existing workspace; `others` has the times of those that were not modified at the given one. New files are
   * written one by one, and may be rejected.
   */
  static of(
    files: Readonly<Record<string, string>>,
    modifiedMs = 0,
    others: Readonly<Record<string, number>> = {},
  ): Workspace {
    return new Workspace(files, (path) => (Object.hasOwn(others, path) ? (others[path] ?? modifiedMs) : modifiedMs));
  }

  /** For tools: what they write only counts once it is in the journal. */
  copy(): Workspace {
    const copy = new Workspace({}, () => 0);
    for (const [path, file] of this.held) copy.held.set(path, file);
    copy.bytes = this.bytes;
    return copy;
  }

  read(path: string): string | undefined {
    return this.held.get(path)?.text;
  }

  /** 0 if there is no such file. */
  modifiedMs(path: string): number {
    return this.held.get(path)?.modifiedMs ?? 0;
  }

  list(): string[] {
    return [...this.held.keys()].sort();
  }

  /** The files in a folder and in those below it, in no particular order. */
  below(folder: string): string[] {
    const start = `${folder}/`;
    const found: string[] = [];
    for (const path of this.held.keys()) if (path.startsWith(start)) found.push(path);
    return found;
  }

  isFolder(path: string): boolean {
    if (path === '' || path === mountOf(path)) return true;
    const start = `${path}/`;
    for (const each of this.held.keys()) if (each.startsWith(start)) return true;
    return false;
  }

  /** Why it may not be written, as the end of a sentence that starts with the path. */
  write(path: string, given: string, modifiedMs = 0): Result<void> {
    const text = wellFormed(given);
    const old = this.read(path);
    if (old === text) return ok(undefined);
    const size = utf8Bytes(text);
    const total = this.bytes + size - (old === undefined ? 0 : utf8Bytes(old));
    if (size > MAX_FILE_BYTES) return fail(`would be larger than ${MAX_FILE_BYTES.toLocaleString('en')} bytes.`);
    if (total > MAX_WORKSPACE_BYTES) {
      return fail(
        `could not be written: the workspace is limited to ${MAX_WORKSPACE_BYTES.toLocaleString('en')} bytes.`,
      );
    }
    if (old === undefined) {
      const taken = this.takenBy(path);
      if (taken !== undefined) return fail(taken);
      if (this.held.size >= MAX_FILES) {
        return fail(`could not be written: the workspace is limited to ${MAX_FILES.toLocaleString('en')} files.`);
      }
    }
    this.set(path, { text, modifiedMs }, total);
    return ok(undefined);
  }

  /** Whether it existed. */
  remove(path: string): boolean {
    const old = this.read(path);
    if (old === undefined) return false;
    this.set(path, undefined, this.bytes - utf8Bytes(old));
    return true;
  }

  /** Applies a change from the journal. `takeChanges` does not report it again. */
  apply(changes: readonly FileChange[], modifiedMs = 0): void {
    for (const { path, text, modifiedMs: own = modifiedMs } of changes) {
      const old = this.read(path);
      const bytes = (text === null ? 0 : utf8Bytes(text)) - (old === undefined ? 0 : utf8Bytes(old));
      this.hold(path, text === null ? undefined : { text, modifiedMs: own }, this.bytes + bytes);
    }
  }

  /** Changes since the last call. */
  takeChanges(): FileChange[] {
    const changes: FileChange[] = [];
    for (const [path, old] of this.before) {
      const text = this.read(path) ?? null;
      if (text !== (old?.text ?? null)) changes.push({ path, text });
      // Without a change in the journal, nothing remembers the time.
      else if (old !== undefined) this.held.set(path, old);
    }
    this.before.clear();
    return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  files(): Record<string, string> {
    return Object.fromEntries([...this.held].map(([path, { text }]) => [path, text]));
  }

  modificationTimes(): Record<string, number> {
    return Object.fromEntries([...this.held].map(([path, { modifiedMs }]) => [path, modifiedMs]));
  }

  private set(path: string, file: HeldFile | undefined, bytes: number): void {
    if (!this.before.has(path)) this.before.set(path, this.held.get(path));
    this.hold(path, file, bytes);
  }

  private hold(path: string, file: HeldFile | undefined, bytes: number): void {
    if (file === undefined) this.held.delete(path);
    else this.held.set(path, file);
    this.bytes = bytes;
  }

  /** A file cannot also be a folder. */
  private takenBy(path: string): string | undefined {
    if (this.isFolder(path)) return 'is a folder.';
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const above = path.slice(0, end);
      if (this.held.has(above)) return `cannot be in ${fullPath(above)}, which is a file.`;
    }
    return undefined;
  }
}
