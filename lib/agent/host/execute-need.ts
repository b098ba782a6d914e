import type { AskEvent } from '../../api/ask-model';
import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { ToolCallPart } from '../../transcript/transcript';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { ModelChoice } from '../journal/entry';
import type { Need } from '../journal/need';
import type { NewEntry } from '../journal/new-entry';
import type { CallPlace } from '../lessons/lesson-model';
import { countReply, forkReply } from '../model/fork-reply';
import { reportedUsage } from '../model/reported-usage';
import type { ToolsRun } from '../tools/run-tools';
import type { ShellRunner } from '../tools/shell';
import { ToolContext } from '../tools/tool-context';
import type { RunStatus, UnderWay } from '../view/run-view';
import type { AgentRun } from './agent-run';
import { chooseMemories } from './execute-beside';
import type { ProjectOfRun } from './project-look';
import { type HooksNeed, runHooks } from './run-hooks';

/** The available models. */
export interface ExecutionParts {
  /** For the next call. */
  model(choice: ModelChoice, place: CallPlace): ChatModel;
  runTools(calls: readonly ToolCallPart[], desk: ToolContext, signal: AbortSignal): Promise<ToolsRun>;
  /** For the tools. By default in the calling thread. */
  readonly shell?: ShellRunner;
  /** Whether hooks may ask the model: the user has allowed its calls. */
  mayAsk?(): boolean;
  /** [D1] What its sessions share; by default, a run is alone. */
  readonly project?: ProjectOfRun;
}

interface Meeting extends ExecutionParts {
  /** The clock of the run. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** Partial results as they arrive. */
  show(status: RunStatus): void;
}

export const emptyProgress: UnderWay = { text: '', thinking: '', tools: [] };

/** Has a model or tools do what a run needs, and returns the outcome. */
export function executeNeed(
  need: Exclude<Need, { readonly type: 'prompt' | 'help' | 'permission' | 'agents' | 'hook-agent' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<NewEntry> {
  switch (need.type) {
    case 'recall':
      return chooseMemories(need, state, meeting).then((entry) => entry ?? { type: 'stopped' });
    case 'reply':
      return turn(need.request, state, meeting);
    case 'fork':
      return fork(need.request, state, meeting);
    case 'hooks':
      return hooks(need, state, meeting);
    case 'results':
      return results(need, state, meeting);
    default:
      return assertNever(need);
  }
}

async function turn(request: ModelRequest, state: AgentRun, meeting: Meeting): Promise<NewEntry> {
  const call = state.run.calls.length;
  const outcome = await ask(request, state, meeting, (underWay) => ({ type: 'asking', call, ...underWay }));
  switch (outcome.type) {
    case 'answered':
      return { type: 'reply', reply: outcome.reply };
    case 'too-long':
      return { type: 'refused', what: outcome.what, ...optional('gapTokens', outcome.gapTokens) };
    case 'stopped':
      return outcome;
    case 'failed':
      return { ...outcome, type: 'problem' };
    default:
      return assertNever(outcome);
  }
}

async function fork(request: ModelRequest, state: AgentRun, meeting: Meeting): Promise<NewEntry> {
  const startMs = meeting.nowMs();
  const purpose = request.purpose === 'note' ? 'note' : 'summary';
  const outcome = await ask(request, state, meeting, (underWay) => ({ type: 'forking', purpose, ...underWay }));
  const usage = outcome.type === 'answered' ? reportedUsage(outcome.reply) : undefined;
  const tookMs = meeting.nowMs() - startMs;
  return { type: 'forked', reply: forkReply(outcome, countReply), tookMs, ...optional('usage', usage) };
}

async function hooks(need: HooksNeed, state: AgentRun, meeting: Meeting): Promise<NewEntry> {
  meeting.show({ type: 'hooks', events: need.events.map(({ event }) => event) });
  const entry = await runHooks(need, state, meeting);
  return meeting.signal.aborted ? { type: 'stopped' } : entry;
}

async function results(
  { calls: all, given }: Extract<Need, { readonly type: 'results' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<NewEntry> {
  const known = new Set(given.map(({ callId }) => callId));
  const calls = all.filter(({ id }) => !known.has(id));
  meeting.show({ type: 'tools', names: all.map(({ name }) => name) });
  const { run, workspace, desk } = state;
  const off = new Set(run.own.toolsOff ?? []);
  const at = new ToolContext(
    workspace.copy(),
    desk,
    (path) => run.storedResult(path),
    meeting.shell,
    off,
    meeting.nowMs,
  );
  const done = await meeting.runTools(calls, at, meeting.signal);
  return { type: 'results', ...done, results: [...given, ...done.results] };
}

function ask(
  request: ModelRequest,
  { run }: AgentRun,
  { model, signal, show }: Meeting,
  status: (underWay: UnderWay) => RunStatus,
): Promise<ModelOutcome> {
  let underWay = emptyProgress;
  show(status(underWay));
  const onEvent = (event: AskEvent) => {
    if (event.type !== 'waiting') underWay = withEvent(underWay, event);
    show(event.type === 'waiting' ? event : status(underWay));
  };
  return model(run.model, { call: run.calls.length, tokens: run.size }).ask(request, { signal, onEvent });
}

function withEvent(underWay: UnderWay, event: Exclude<AskEvent, { readonly type: 'waiting' }>): UnderWay {
  switch (event.type) {
    case 'asking':
      return emptyProgress;
    case 'text':
      return { ...underWay, text: endOf(underWay.text + event.text) };
    case 'thinking':
      return { ...underWay, thinking: endOf(underWay.thinking + event.text) };
    case 'tool-call':
      return { ...underWay, tools: [...underWay.tools, event.name] };
    case 'tool-input':
    case 'first-token':
    case 'usage':
      return underWay;
    default:
      return assertNever(event);
  }
}

/** More is not shown while it comes, and would be copied to the page with every piece. */
const SHOWN_CHARACTERS = 20_000;

function endOf(text: string): string {
  return text.length > 2 * SHOWN_CHARACTERS ? text.slice(-SHOWN_CHARACTERS) : text;
}
