import { optional } from '../../base/optional';
import type { ShellRun } from './shell';
import type { Tool } from './tool';
import type { ToolContext } from './tool-context';
import { ToolInput } from './tool-input';
import { done, MAX_CHARACTERS, refused, STOPPED } from './tool-output';
import { fullPath, WORKSPACE_ROOT } from './workspace-path';

const TIME_LIMIT_MS = 10_000;
const MAX_NOTES = 10;

export const bash: Tool = {
  name: 'Bash',
  description:
    `Runs a command in a POSIX shell with common text tools (awk, sed, grep, sort, diff, find, jq; no awk -f). Each ` +
    `command starts fresh in ${WORKSPACE_ROOT}: the working directory and variables do not persist between commands, ` +
    'and neither do empty folders, links or files outside the workspace. The clock is fixed, and there is no network ' +
    `access. Limits: ${TIME_LIMIT_MS / 1000} seconds and ${MAX_CHARACTERS.toLocaleString('en')} characters of output. ` +
    'Use Read and Edit to read and change files.',
  input: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command to run.' },
      description: { type: 'string', description: 'What the command does, in a few words, for the user.' },
    },
    required: ['command'],
  },
  isReadOnly: false,
  async run(given, desk, signal) {
    const input = new ToolInput('Bash', given);
    const command = input.text('command');
    if (input.problem !== undefined) return refused(input.problem);
    const run = await desk.run(command, { timeLimitMs: TIME_LIMIT_MS }, signal);
    // It was already reported as unchanged: what it wrote must not reach the workspace afterwards.
    if (signal.aborted) return STOPPED;
    const notes = takeOver(run, desk);
    const text = textOf(run, notes);
    const output = run.exitCode === 0 ? done(text) : refused(text);
    return { ...output, ...optional('endedIn', run.endedIn) };
  },
};

function textOf({ stdout, stderr, exitCode }: ShellRun, notes: readonly string[]): string {
  const printed =
    `${cut(stdout)}${stdout === '' || stdout.endsWith('\n') ? '' : '\n'}${cut(withoutAdvice(stderr))}`.trimEnd();
  const status = exitCode === 0 ? [] : [`[exit code ${exitCode}]`];
  const lines = [printed, ...notes, ...status].filter((line) => line !== '');
  return lines.length === 0 ? '(no output)' : lines.join('\n');
}

/** Shortens long output in the middle, so that the exit code and the notes at the end stay visible. */
function cut(text: string): string {
  const most = MAX_CHARACTERS / 2 - 1_000;
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}\n[truncated: the first ${most.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters]`;
}

/** The shell's hints about its limits are for programmers, not for agents. */
function withoutAdvice(stderr: string): string {
  return stderr.replaceAll(/, increase executionLimits\.\w+| Exclude '[\w-]+' from your commands[^\n]*/g, '');
}

/** Copies the command's changes to the files of the run, as far as they fit. Returns notes about those that do not. */
function takeOver({ changes, unfit }: ShellRun, desk: ToolContext): string[] {
  const notes = [...unfit];
  for (const { path, text } of changes) {
    if (text === null) {
      desk.workspace.remove(path);
      continue;
    }
    const written = desk.write(path, text);
    if (!written.ok) notes.push(`${fullPath(path)} ${written.error} The command's version was not saved.`);
  }
  const more = notes.length - MAX_NOTES;
  const shown = notes.slice(0, MAX_NOTES).map((note) => `[${note}]`);
  return more > 0 ? [...shown, `[and ${more} more]`] : shown;
}
