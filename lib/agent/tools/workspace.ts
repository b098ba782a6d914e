import { fail, ok, type Result } from '../../base/result';
import { wellFormed } from '../../base/well-formed';
import { utf8Bytes } from '../../tokens/text-size';
import type { FileChange } from '../journal/entry';
import { WORKSPACE_ROOT } from './workspace-path';

export const MAX_FILE_BYTES = 1_000_000;
export const MAX_WORKSPACE_BYTES = 20_000_000;
export const MAX_FILES = 2_000;

/**
 * The files that an agent works on, by their paths below the root (`src/total.awk`). Text only, without separate folders:
 * everything in it can be stored as `FileChange`s, and restored from them.
 */
export class Workspace {
  private readonly texts: Map<string, string>;
  /** The content before the first change since the last `takeChanges`. */
  private readonly before = new Map<string, string | null>();
  private bytes = 0;

  private constructor(files: Readonly<Record<string, string>>) {
    this.texts = new Map(Object.entries(files));
    for (const text of this.texts.values()) this.bytes += utf8Bytes(text);
  }

  /** Files of an existing workspace. Others are written one by one, and may be rejected. */
  static of(files: Readonly<Record<string, string>>): Workspace {
    return new Workspace(files);
  }

  read(path: string): string | undefined {
    return this.texts.get(path);
  }

  list(): string[] {
    return [...this.texts.keys()].sort();
  }

  isFolder(path: string): boolean {
    if (path === '') return true;
    const start = `${path}/`;
    for (const each of this.texts.keys()) if (each.startsWith(start)) return true;
    return false;
  }

  /** Why it may not be written, as the end of a sentence that starts with the path. */
  write(path: string, given: string): Result<void> {
    const text = wellFormed(given);
    const old = this.texts.get(path);
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
      if (this.texts.size >= MAX_FILES) {
        return fail(`could not be written: the workspace is limited to ${MAX_FILES.toLocaleString('en')} files.`);
      }
    }
    this.set(path, text, total);
    return ok(undefined);
  }

  /** Whether it existed. */
  remove(path: string): boolean {
    const old = this.texts.get(path);
    if (old === undefined) return false;
    this.set(path, null, this.bytes - utf8Bytes(old));
    return true;
  }

  /** Applies a change from the journal. `takeChanges` does not report it again. */
  apply(changes: readonly FileChange[]): void {
    for (const { path, text } of changes) {
      const old = this.texts.get(path);
      this.bytes += (text === null ? 0 : utf8Bytes(text)) - (old === undefined ? 0 : utf8Bytes(old));
      if (text === null) this.texts.delete(path);
      else this.texts.set(path, text);
    }
  }

  /** Changes since the last call. */
  takeChanges(): FileChange[] {
    const changes: FileChange[] = [];
    for (const [path, old] of this.before) {
      const text = this.texts.get(path) ?? null;
      if (text !== old) changes.push({ path, text });
    }
    this.before.clear();
    return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  files(): Record<string, string> {
    return Object.fromEntries(this.texts);
  }

  private set(path: string, text: string | null, bytes: number): void {
    if (!this.before.has(path)) this.before.set(path, this.texts.get(path) ?? null);
    if (text === null) this.texts.delete(path);
    else this.texts.set(path, text);
    this.bytes = bytes;
  }

  /** A file cannot also be a folder. */
  private takenBy(path: string): string | undefined {
    if (this.isFolder(path)) return 'is a folder.';
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const above = path.slice(0, end);
      if (this.texts.has(above)) return `cannot be in ${WORKSPACE_ROOT}/${above}, which is a file.`;
    }
    return undefined;
  }
}
