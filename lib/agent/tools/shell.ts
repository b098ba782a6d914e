import type { Bash, CustomCommand, InMemoryFs } from 'just-bash/browser';
import { optional } from '../../base/optional';
import type { FileChange } from '../journal/entry';
import { type ShellClock, shellFiles } from './shell-files';
import { HOME, mounts, WORKSPACE_ROOT, whyReadOnly, workspacePath } from './workspace-path';

/** They need features that browsers lack, or create binary files. */
const ABSENT: readonly string[] = ['gzip', 'gunzip', 'zcat'];

/** `diff` cannot be interrupted, and twice as many lines take four times as long. */
const MAX_DIFFED_LINES = 5_000;

/** The exit code of `timeout`. */
export const LATE_EXIT = 124;

export interface ShellLimits {
  readonly timeLimitMs: number;
  readonly clock: ShellClock;
  /** Passed to the command unchanged: no shell parses them. */
  readonly args?: readonly string[];
  readonly stdin?: string;
}

/** The outcome of a command. Plain data, because it may come from another thread. */
export interface ShellRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Changes to the files. Deletions come first: a folder may replace a file. */
  readonly changes: readonly FileChange[];
  /** Files that cannot be kept, described in words. */
  readonly unfit: readonly string[];
  /** The folder it ended in, if it left the workspace's own. */
  readonly endedIn?: string;
}

/** Where commands run. */
export interface ShellRunner {
  /** Slow the first time, which is not the time of a command. */
  load?(): Promise<void>;
  /** The outcome of a stopped command is ignored. */
  run(
    command: string,
    files: Readonly<Record<string, string>>,
    options: ShellLimits & { readonly signal: AbortSignal },
  ): Promise<ShellRun>;
}

/** In the calling thread. A single operation on much text, such as one `sed`, cannot be interrupted. */
export const shellHere: ShellRunner = {
  run: (command, files, { signal, ...limits }) => runShell(command, files, limits, signal),
};

export const loadShell = () => import('just-bash/browser');

/**
 * Runs a command on a copy of the files. Files elsewhere (/tmp) are discarded; changes in the mounts are returned, and
 * the caller decides whether to apply them.
 */
export async function runShell(
  command: string,
  files: Readonly<Record<string, string>>,
  { timeLimitMs, clock, args = [], stdin = '' }: ShellLimits,
  signal?: AbortSignal,
): Promise<ShellRun> {
  const { Bash, InMemoryFs, defineCommand, getCommandNames } = await loadShell();
  const { fs, refused } = await shellFiles(InMemoryFs, files, clock);
  const date = defineCommand('date', (args) =>
    new Bash({ commands: ['date'] }).exec('date', { args: ['-d', new Date(clock.nowMs).toISOString(), ...args] }),
  );
  const shell = new Bash({
    fs,
    cwd: WORKSPACE_ROOT,
    env: { HOME },
    commands: getCommandNames().filter((name) => !ABSENT.includes(name)) as NonNullable<BashCommands>,
    customCommands: [date, boundedDiff(Bash, defineCommand)],
    executionLimits: {
      maxExecutionTimeMs: timeLimitMs,
      maxCommandCount: 50_000,
      maxAwkIterations: 300_000,
      maxStringLength: 16_000_000,
      maxOutputSize: 16_000_000,
    },
  });
  const startMs = performance.now();
  const run = await shell
    .exec(command, { rawScript: true, args: [...args], stdin, stdinKind: 'text', ...optional('signal', signal) })
    // If a command crashes the shell, the agent is told, as with any failing command.
    .catch((error) => ({ stdout: '', stderr: `shell: ${String(error)}`, exitCode: 1, env: {} }));
  // Several parts of the shell may notice the deadline first, with different messages and output.
  if (run.exitCode !== 0 && performance.now() - startMs >= timeLimitMs) return lateRun(timeLimitMs);
  const { stdout, stderr, exitCode } = run;
  const { changes, unfit } = await leftIn(fs, files);
  const readOnly = [...refused].map((path) => `${path} ${whyReadOnly(path)}`);
  const code = exitCode === 0 && readOnly.length > 0 ? 1 : exitCode;
  const folder: string | undefined = { ...run.env }.PWD;
  const endedIn = folder === WORKSPACE_ROOT ? undefined : folder;
  return { stdout, stderr, exitCode: code, changes, unfit: [...readOnly, ...unfit], ...optional('endedIn', endedIn) };
}

/** It has no output and changed nothing, wherever it ran: a terminated command cannot report what it left. */
export function lateRun(timeLimitMs: number): ShellRun {
  const stderr = `The command timed out after ${timeLimitMs / 1000} seconds.\n`;
  return { stdout: '', stderr, exitCode: LATE_EXIT, changes: [], unfit: [] };
}

type BashCommands = NonNullable<ConstructorParameters<typeof Bash>[0]>['commands'];

function boundedDiff(
  Shell: typeof Bash,
  defineCommand: typeof import('just-bash/browser').defineCommand,
): CustomCommand {
  return defineCommand('diff', async (args, { fs, cwd, stdin: bytes }) => {
    const stdin = String(bytes);
    let lines = stdin.split('\n').length;
    for (const arg of args) {
      const path = fs.resolvePath(cwd, arg);
      if (await fs.exists(path))
        if ((await fs.stat(path)).isFile) lines += (await fs.readFile(path)).split('\n').length;
    }
    if (lines > MAX_DIFFED_LINES) {
      return { stdout: '', stderr: `diff: cannot compare more than ${MAX_DIFFED_LINES} lines here\n`, exitCode: 2 };
    }
    return new Shell({ fs, cwd, commands: ['diff'] }).exec('diff', { args: [...args], stdin, stdinKind: 'bytes' });
  });
}

async function leftIn(
  fs: InMemoryFs,
  files: Readonly<Record<string, string>>,
): Promise<Pick<ShellRun, 'changes' | 'unfit'>> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const before = new Map(Object.entries(files));
  const gone = new Set(before.keys());
  const written: FileChange[] = [];
  const unfit: string[] = [];
  for (const full of fs.getAllPaths().sort()) {
    if (!mounts.some((root) => full.startsWith(`${root}/`))) continue;
    if (!(await fs.exists(full))) {
      // Written through a link: no path leads there.
      unfit.push(`${JSON.stringify(full)} was not saved: it is behind a symbolic link.`);
      continue;
    }
    const { isFile, isSymbolicLink } = await fs.lstat(full);
    if (isSymbolicLink) unfit.push(`${JSON.stringify(full)} was not saved: it is a symbolic link.`);
    if (!isFile) continue;
    const path = workspacePath(full);
    if (!path.ok) {
      unfit.push(`A file was not saved: ${path.error}.`);
      continue;
    }
    try {
      const text = decoder.decode(await fs.readFileBuffer(full));
      if (text !== before.get(path.value)) written.push({ path: path.value, text });
      gone.delete(path.value);
    } catch {
      unfit.push(`${full} was not saved: it is not text.`);
    }
  }
  return { changes: [...[...gone].map((path) => ({ path, text: null })), ...written], unfit };
}
