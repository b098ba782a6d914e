import { optional } from '../../base/optional';
import type { ToolCallPart } from '../../transcript/transcript';
import type { FileChange, ToolResult, ToolState } from '../journal/entry';
import type { Tool, ToolOutput } from './tool';
import type { ToolContext } from './tool-context';
import { refused, STOPPED } from './tool-output';
import { toolNamed, tools } from './tools';

const MAX_AT_ONCE = 10;

export interface ToolsRun {
  /** One for each call, in order. */
  readonly results: readonly ToolResult[];
  readonly files: readonly FileChange[];
  readonly desk: ToolState;
}

/**
 * All calls of one reply. Adjacent read-only calls run in parallel; a writing call waits for all before it, and all after
 * it wait for it. What is unfinished when the user stops has changed nothing.
 */
export async function runTools(
  calls: readonly ToolCallPart[],
  desk: ToolContext,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Promise<ToolsRun> {
  const results: ToolResult[] = [];
  for (const group of groupsOf(calls)) {
    results.push(...(await Promise.all(group.map((call) => runTool(call, desk, signal, now)))));
  }
  return { results, files: desk.workspace.takeChanges(), desk: desk.state() };
}

function groupsOf(calls: readonly ToolCallPart[]): ToolCallPart[][] {
  const groups: ToolCallPart[][] = [];
  let open: ToolCallPart[] | undefined;
  for (const call of calls) {
    if (toolNamed(call.name)?.isReadOnly !== true) {
      groups.push([call]);
      open = undefined;
    } else if (open === undefined || open.length === MAX_AT_ONCE) {
      open = [call];
      groups.push(open);
    } else open.push(call);
  }
  return groups;
}

async function runTool(
  call: ToolCallPart,
  desk: ToolContext,
  signal: AbortSignal,
  now: () => number,
): Promise<ToolResult> {
  const start = now();
  const tool = toolNamed(call.name);
  const { text, isError, endedIn } =
    tool === undefined
      ? unknownTool(call.name)
      : desk.off.has(tool.name)
        ? turnedOff(tool)
        : await unlessStopped(tool, call, desk, signal);
  return { callId: call.id, text, isError, tookMs: Math.round(now() - start), ...optional('endedIn', endedIn) };
}

function unlessStopped(
  tool: Tool,
  { input }: ToolCallPart,
  desk: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutput> {
  if (signal.aborted) return Promise.resolve(STOPPED);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(STOPPED);
    signal.addEventListener('abort', stop, { once: true });
    tool
      .run(input, desk, signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

function turnedOff({ name }: Tool): ToolOutput {
  return refused(`The user has turned off ${name}. Work without it, or say that you cannot.`);
}

function unknownTool(name: string): ToolOutput {
  const names = tools.map((tool) => tool.name).join(', ');
  return { text: `Unknown tool ${JSON.stringify(name.slice(0, 100))}. Available tools: ${names}.`, isError: true };
}
