import { assertNever } from '../../base/assert-never';
import { asArray, asObject, type JsonObject } from '../../base/json';
import type { HookExit } from '../../hooks/hook-effect';
import type { Hook } from '../../hooks/hook-settings';
import { hooksFor } from '../../hooks/hooks-for';
import { exitOfAnswer, exitOfReply, hookQuestion } from '../../hooks/model-answer';
import type { ToolCallId, ToolCallPart, Usage } from '../../transcript/transcript';
import { emptyToolState, type FileChange, type HookedEvent, type HookFiring, type ReplyBlock } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { HookEvent } from '../journal/need';
import { LATE_EXIT } from '../tools/shell';
import { ToolContext } from '../tools/tool-context';
import { toolNamed } from '../tools/tools';
import type { Workspace } from '../tools/workspace';
import { WORKSPACE_ROOT } from '../tools/workspace-path';
import type { AgentRun } from './agent-run';
import type { ExecutionParts } from './execute-need';

export interface HookMeeting extends ExecutionParts {
  /** The clock of the run. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

export interface HooksRun {
  readonly events: readonly HookedEvent[];
  readonly files: readonly FileChange[];
}

const MAX_CHARACTERS = 20_000;
const MAX_ANSWER_TOKENS = 1_000;
/** Of an agent that checks something. */
const MAX_REQUESTS = 10;
const READING = ['Read', 'Grep', 'Glob'];

/**
 * [H2] [H3] Has everything run that the settings name for these events, in the order of their sources, each on the files as the one
 * before left them.
 */
export async function runHooks(
  events: readonly HookEvent[],
  state: AgentRun,
  meeting: HookMeeting,
  /** Of an agent, which may have hooks of its own. */
  task?: string,
): Promise<HooksRun> {
  const child = task === undefined ? undefined : state.run.agents.named(task);
  const run = child?.run ?? state.run;
  const workspace = run.files.copy();
  const { hooks } = run.hooks.settings;
  const heard: HookedEvent[] = [];
  for (const event of events) {
    const firings: HookFiring[] = [];
    for (const hook of hooksFor(event, hooks)) {
      if (meeting.signal.aborted) break;
      firings.push(await runHook(hook, event.input, { state, meeting, workspace }));
    }
    heard.push({ ...event, firings });
  }
  const files = workspace.takeChanges();
  return { events: heard, files: child?.worktree?.kept(files) ?? files };
}

export interface HookPlace {
  readonly state: AgentRun;
  readonly meeting: HookMeeting;
  /** Commands change it. */
  readonly workspace: Workspace;
}

export async function runHook(hook: Hook, input: JsonObject, place: HookPlace): Promise<HookFiring> {
  const { nowMs, shell } = place.meeting;
  if (hook.handler.type === 'command') await shell?.load?.();
  const startMs = nowMs();
  const { usages = [], ...exit } = await exitOf(hook, JSON.stringify(input), place);
  return {
    source: hook.source,
    kind: hook.handler.type,
    ...(hook.matcher === '' ? {} : { matcher: hook.matcher }),
    runs: wordsOf(hook),
    exit: exit.isLate === true ? null : exit.code,
    stdout: cut(exit.stdout),
    stderr: cut(exit.stderr),
    tookMs: Math.max(0, Math.round(nowMs() - startMs)),
    ...(usages.length === 0 ? {} : { model: modelIdOf(place.state.run.model), usages }),
  };
}

type Exit = HookExit & { readonly usages?: readonly Usage[] };

async function exitOf({ handler, limitMs }: Hook, input: string, place: HookPlace): Promise<Exit> {
  switch (handler.type) {
    case 'command':
      return command(handler.command, input, limitMs, place);
    case 'prompt':
      return inTime(limitMs, place, (signal) => asked(hookQuestion(handler.prompt, input), [], signal, place));
    case 'agent':
      return inTime(limitMs, place, (signal) => asked(hookQuestion(handler.prompt, input), READING, signal, place));
    case 'http':
      return exitOfReply(handler.reply);
    default:
      return assertNever(handler);
  }
}

/** [H2] In the shell of the agent, which has no network, with the event on its input. */
async function command(script: string, stdin: string, timeLimitMs: number, place: HookPlace): Promise<Exit> {
  const { workspace, meeting } = place;
  const desk = deskOn(workspace, place);
  const withRoot = `export CLAUDE_PROJECT_DIR=${WORKSPACE_ROOT}\n${script}`;
  const { stdout, stderr, exitCode, changes, unfit } = await desk.run(withRoot, { timeLimitMs, stdin }, meeting.signal);
  if (exitCode === LATE_EXIT && changes.length === 0 && stdout === '') {
    return { code: exitCode, stdout, stderr, isLate: true };
  }
  const refused = changes.flatMap(({ path, text }) => {
    if (text === null) workspace.remove(path);
    const written = text === null ? undefined : desk.write(path, text);
    return written?.ok === false ? [`${path} ${written.error}`] : [];
  });
  const notes = [...refused, ...unfit].map((note) => `\n${note}`).join('');
  return { code: exitCode, stdout, stderr: `${stderr}${notes}` };
}

/** [H3] A model that does not answer in time is stopped. */
async function inTime(
  limitMs: number,
  { meeting }: HookPlace,
  ask: (signal: AbortSignal) => Promise<Exit>,
): Promise<Exit> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    const exit = await ask(AbortSignal.any([meeting.signal, late.signal]));
    return late.signal.aborted ? { ...exit, isLate: true } : exit;
  } finally {
    clearTimeout(timer);
  }
}

/** [H2] One request, or as many as an agent needs that only reads. */
async function asked(
  question: string,
  tools: readonly string[],
  signal: AbortSignal,
  { state, meeting, workspace }: HookPlace,
): Promise<Exit> {
  const { run } = state;
  const usages: Usage[] = [];
  const ended = (code: number, stderr: string): Exit => ({ code, stdout: '', stderr, usages });
  if (meeting.mayAsk?.() === false) {
    return ended(
      1,
      'The model was not asked: its paid calls have to be allowed first, with the first call of the run.',
    );
  }
  const desk = deskOn(workspace.copy(), { state, meeting });
  const messages: JsonObject[] = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  for (let request = 0; request < MAX_REQUESTS; request++) {
    const body = {
      model: modelIdOf(run.model),
      max_tokens: MAX_ANSWER_TOKENS,
      ...(tools.length === 0 ? {} : { tools: tools.flatMap(definitionOf) }),
      messages: [...messages],
    };
    const model = meeting.model(run.model, { call: run.calls.length, tokens: run.size });
    const outcome = await model.ask({ purpose: 'hook', body, betas: [] }, { signal });
    if (outcome.type === 'stopped') return ended(1, 'It was stopped.');
    if (outcome.type !== 'answered') return ended(1, `The model could not be asked: ${outcome.what}`);
    const { blocks, usage } = outcome.reply;
    if (usage !== undefined) usages.push(usage);
    const calls = blocks.flatMap((block) => (block.type === 'tool-call' ? [callOf(block)] : []));
    if (calls.length === 0) {
      const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
      return { ...exitOfAnswer(text), usages };
    }
    const allowed = calls.filter(({ name }) => tools.includes(name));
    const { results } = await meeting.runTools(allowed, desk, signal);
    messages.push({ role: 'assistant', content: blocks.flatMap(sentBlock) });
    messages.push({
      role: 'user',
      content: calls.map(({ id, name }) => {
        const result = results.find(({ callId }) => callId === id);
        return {
          type: 'tool_result',
          tool_use_id: id,
          content: result?.text ?? `${name} may not be used here.`,
          ...(result?.isError === false ? {} : { is_error: true }),
        };
      }),
    });
  }
  return ended(1, `It did not answer within ${MAX_REQUESTS} requests.`);
}

function deskOn(workspace: Workspace, { state, meeting }: Pick<HookPlace, 'state' | 'meeting'>): ToolContext {
  const stored = (path: string) => state.run.storedResult(path);
  return new ToolContext(workspace, emptyToolState, stored, meeting.shell, new Set(), meeting.nowMs);
}

function definitionOf(name: string): readonly JsonObject[] {
  const tool = toolNamed(name);
  return tool === undefined ? [] : [{ name, description: tool.description, input_schema: tool.input }];
}

function callOf({ id, name, input }: Extract<ReplyBlock, { readonly type: 'tool-call' }>): ToolCallPart {
  return { kind: 'tool-call', id: id as ToolCallId, name, input };
}

function sentBlock(block: ReplyBlock): readonly JsonObject[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: block.id,
          name: block.name,
          input: asObject(block.input) ?? asArray(block.input) ?? {},
        },
      ];
    case 'thinking':
    case 'opaque':
      return [];
    default:
      return assertNever(block);
  }
}

function wordsOf({ handler }: Hook): string {
  switch (handler.type) {
    case 'command':
      return handler.command;
    case 'prompt':
    case 'agent':
      return handler.prompt;
    case 'http':
      return handler.url;
    default:
      return assertNever(handler);
  }
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).toWellFormed();
}
