import { assertNever } from '../../base/assert-never';
import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import type { HookExit } from '../../hooks/hook-effect';
import type { Hook } from '../../hooks/hook-settings';
import { hooksFor } from '../../hooks/hooks-for';
import { exitOfAnswer, exitOfReply, hookQuestion } from '../../hooks/model-answer';
import type { Usage } from '../../transcript/transcript';
import { emptyToolState, type HookFiring } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { Need } from '../journal/need';
import type { NewEntry } from '../journal/new-entry';
import { LATE_EXIT } from '../tools/shell';
import { ToolContext } from '../tools/tool-context';
import type { Workspace } from '../tools/workspace';
import { WORKSPACE_ROOT } from '../tools/workspace-path';
import type { AgentRun } from './agent-run';
import type { ExecutionParts } from './execute-need';
import { inTime } from './in-time';

export interface HookMeeting extends ExecutionParts {
  /** The clock of the run. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

export type HooksNeed = Extract<Need, { readonly type: 'hooks' }>;

const MAX_CHARACTERS = 20_000;
const MAX_ANSWER_TOKENS = 1_000;

/**
 * [H2] [H3] Has everything run that the settings name for these events, in the order of their sources, each on the files as the one
 * before left them. It comes back at the first that is an agent, and goes on behind it.
 */
export async function runHooks(
  { events, heard = [] }: HooksNeed,
  state: AgentRun,
  meeting: HookMeeting,
  /** Of an agent, which may have hooks of its own. */
  task?: string,
): Promise<Extract<NewEntry, { readonly type: 'hooked' | 'hook-agent' }>> {
  const child = task === undefined ? undefined : state.run.agents.named(task);
  const run = child?.run ?? state.run;
  const workspace = run.files.copy();
  const changes = () => {
    const files = workspace.takeChanges();
    return child?.worktree?.kept(files) ?? files;
  };
  const { hooks } = run.hooks.settings;
  const all = heard.slice(0, -1);
  for (const [place, event] of events.entries()) {
    if (place < all.length) continue;
    const firings = [...(heard[place]?.firings ?? [])];
    const isHeard = (hook: Hook) => firings.some((each) => isOf(each, hook));
    for (const hook of hooksFor(event, hooks).filter((each) => !isHeard(each))) {
      if (meeting.signal.aborted) break;
      if (hook.handler.type === 'agent' && meeting.mayAsk?.() !== false) {
        return {
          type: 'hook-agent',
          ...optional('task', task),
          ...asked(hook),
          limitMs: hook.limitMs,
          events: [...all, { ...event, firings }],
          files: changes(),
        };
      }
      firings.push(await runHook(hook, event.input, { state, meeting, workspace }));
    }
    all.push({ ...event, firings });
  }
  return { type: 'hooked', ...optional('task', task), events: all, files: changes() };
}

function isOf({ source, kind, runs }: HookFiring, hook: Hook): boolean {
  return source === hook.source && kind === hook.handler.type && runs === wordsOf(hook);
}

/** [H2] As the journal says it. */
export function asked(hook: Hook): Pick<HookFiring, 'source' | 'matcher' | 'runs'> {
  const { source, matcher } = hook;
  return { source, ...(matcher === '' ? {} : { matcher }), runs: wordsOf(hook) };
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
    ...asked(hook),
    kind: hook.handler.type,
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
      return answer(hookQuestion(handler.prompt, input), limitMs, place);
    case 'agent':
      return NOT_ASKED;
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

/** [H2] One request. */
async function answer(question: string, limitMs: number, { state, meeting }: HookPlace): Promise<Exit> {
  const { run } = state;
  if (meeting.mayAsk?.() === false) return NOT_ASKED;
  const body = {
    model: modelIdOf(run.model),
    max_tokens: MAX_ANSWER_TOKENS,
    messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
  };
  const model = meeting.model(run.model, { call: run.calls.length, tokens: run.size });
  const request = { purpose: 'hook', body, betas: [] } as const;
  const outcome = await inTime(limitMs, meeting.signal, (signal) => model.ask(request, { signal }));
  if (outcome === 'late') return { ...failed(''), isLate: true };
  if (outcome.type === 'stopped') return failed('It was stopped.');
  if (outcome.type !== 'answered') return failed(`The model could not be asked: ${outcome.what}`);
  const { blocks, usage } = outcome.reply;
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { ...exitOfAnswer(text), usages: usage === undefined ? [] : [usage] };
}

function failed(stderr: string): Exit {
  return { code: 1, stdout: '', stderr };
}

const NOT_ASKED = failed(
  'The model was not asked: its paid calls have to be allowed first, with the first call of the run.',
);

function deskOn(workspace: Workspace, { state, meeting }: Pick<HookPlace, 'state' | 'meeting'>): ToolContext {
  const stored = (path: string) => state.run.storedResult(path);
  return new ToolContext(workspace, emptyToolState, stored, meeting.shell, new Set(), meeting.nowMs);
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
