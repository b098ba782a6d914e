import { TextHash } from '../../base/hash';
import { fail, type Result } from '../../base/result';
import { INDEX_NAME } from '../../memory/files/memory-path';
import { emptyToolState, type Todo, type ToolState } from '../journal/entry';
import { isMemoryPath, memoryText } from './memory-files';
import { type ShellLimits, type ShellRun, type ShellRunner, shellHere } from './shell';
import type { Workspace } from './workspace';
import { whyReadOnly } from './workspace-path';

/** What the tools of one run work on. They change it; only `state` and the changed files are stored. */
export class ToolContext {
  private current: ToolState;

  constructor(
    readonly workspace: Workspace,
    state: ToolState = emptyToolState,
    /** The full text of a stored result, by the path in its stub. */
    readonly storedResult: (path: string) => string | undefined = () => undefined,
    readonly shell: ShellRunner = shellHere,
    /** The names of tools that the user has turned off. */
    readonly off: ReadonlySet<string> = new Set(),
    /** The clock of the run. */
    readonly nowMs: () => number = () => 0,
    /** [D3] Whether writing nothing into a memory removes it. */
    private readonly removesMemories = false,
  ) {
    this.current = state;
  }

  state(): ToolState {
    return this.current;
  }

  /** Why the agent may not write it, as the end of a sentence that starts with the path. */
  write(path: string, text: string): Result<void> {
    const readOnly = whyReadOnly(path);
    if (readOnly !== undefined) return fail(readOnly);
    const stored = memoryText(path, text);
    return stored.ok ? this.workspace.write(path, stored.value, this.nowMs()) : stored;
  }

  /** [D3] Whether this was a memory that was to go, and is gone. */
  removeMemory(path: string, text: string): boolean {
    const isMemory = this.removesMemories && isMemoryPath(path) && !path.endsWith(`/${INDEX_NAME}`);
    return isMemory && text.trim() === '' && this.workspace.remove(path);
  }

  /** Runs a command on a copy of the files, at the run's time. */
  run(
    command: string,
    limits: Omit<ShellLimits, 'clock'>,
    signal: AbortSignal,
    files = this.workspace,
  ): Promise<ShellRun> {
    const clock = { nowMs: this.nowMs(), modifiedMs: files.modificationTimes() };
    return this.shell.run(command, files.files(), { ...limits, clock, signal });
  }

  /** The agent knows the current content of the file: it has read or written it. */
  see(path: string): void {
    const text = this.workspace.read(path);
    if (text === undefined) return;
    this.current = { ...this.current, seen: { ...this.current.seen, [path]: hashOf(text) } };
  }

  /** `changed`: by the shell or by the user, since it was read. */
  knows(path: string): 'as-it-is' | 'changed' | 'not-read' {
    const { seen } = this.current;
    if (!Object.hasOwn(seen, path)) return 'not-read';
    return seen[path] === hashOf(this.workspace.read(path) ?? '') ? 'as-it-is' : 'changed';
  }

  setTodos(todos: readonly Todo[]): void {
    this.current = { ...this.current, todos };
  }
}

function hashOf(text: string): string {
  return new TextHash().add(text).digest();
}
