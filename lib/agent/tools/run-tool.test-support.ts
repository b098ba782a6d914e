import type { Json } from '../../base/json';
import type { ToolCallId } from '../../transcript/transcript';
import type { ToolResult } from '../journal/entry';
import { runTools, type ToolsRun } from './run-tools';
import { type ShellRunner, shellHere } from './shell';
import { ToolContext } from './tool-context';
import { Workspace } from './workspace';

export const TIME_MS = Date.UTC(2026, 0, 1);
const NEVER = new AbortController().signal;

export interface MadeCall {
  readonly name: string;
  readonly input: Json;
}

/** A desk with these files, and a function to call its tools. */
export class TestToolContext {
  readonly desk: ToolContext;

  constructor(
    files: Readonly<Record<string, string>> = {},
    stored: Readonly<Record<string, string>> = {},
    shell: ShellRunner = shellHere,
  ) {
    const storedResult = (path: string) => (Object.hasOwn(stored, path) ? stored[path] : undefined);
    this.desk = new ToolContext(Workspace.of(files, TIME_MS), undefined, storedResult, shell, undefined, () => TIME_MS);
  }

  all(calls: readonly MadeCall[], signal = NEVER, now?: () => number): Promise<ToolsRun> {
    const parts = calls.map(
      ({ name, input }, index) => ({ kind: 'tool-call', id: `call-${index + 1}` as ToolCallId, name, input }) as const,
    );
    return runTools(parts, this.desk, signal, now);
  }

  async result(name: string, input: Json): Promise<ToolResult> {
    const [result] = (await this.all([{ name, input }])).results;
    if (result === undefined) throw new Error(`${name} gave no result`);
    return result;
  }

  /** The output, if it is not an error. */
  async says(name: string, input: Json): Promise<string> {
    const { text, isError } = await this.result(name, input);
    return isError ? `unexpected error: ${text}` : text;
  }

  async refuses(name: string, input: Json): Promise<string> {
    const { text, isError } = await this.result(name, input);
    return isError ? text : `unexpected success: ${text}`;
  }
}
