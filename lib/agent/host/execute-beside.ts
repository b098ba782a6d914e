import { progressLine } from '../../agents/progress';
import { assertNever } from '../../base/assert-never';
import { Refusal } from '../../base/failure';
import { asObject, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { deniedInDream } from '../../memory/dreaming/dream-tools';
import { deniedBecause } from '../../memory/extraction/allowed-tools';
import { readSelectorAnswer } from '../../memory/recall/selector-request';
import type { ToolCallPart } from '../../transcript/transcript';
import type { ModelOutcome, ModelRequest } from '../journal/chat-model';
import { emptyToolState, type ModelChoice } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { BesideNeed, Need } from '../journal/need';
import type { NewEntry } from '../journal/new-entry';
import { countReply, forkReply } from '../model/fork-reply';
import { reportedUsage } from '../model/reported-usage';
import { isMemoryPath, MEMORY_ROOT } from '../tools/memory-files';
import { ToolContext } from '../tools/tool-context';
import { fullPath, workspacePath } from '../tools/workspace-path';
import type { AgentRun } from './agent-run';
import type { ExecutionParts } from './execute-need';
import { inTime } from './in-time';
import { changedElsewhere, lookAlone } from './project-look';
import { runHooks } from './run-hooks';

interface Meeting extends ExecutionParts {
  /** The clock of the run. */
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

type BesideEntry = Extract<
  NewEntry,
  {
    readonly type:
      | 'recalled'
      | 'forked'
      | 'task-reply'
      | 'task-results'
      | 'task-refused'
      | 'task-progress'
      | 'task-ended'
      | 'hooked'
      | 'hook-agent'
      | 'dream-looked'
      | 'dream-wrote';
  }
>;

/** [J2] Has a model or tools do what goes on beside the turns. Undefined if it was stopped: nothing happened then. */
export async function executeBeside(
  need: BesideNeed,
  state: AgentRun,
  meeting: Meeting,
): Promise<BesideEntry | undefined> {
  const { id, untilMs } = need;
  if (untilMs === undefined) return step(need, state, meeting);
  const limitMs = untilMs - meeting.nowMs();
  const entry = await inTime(limitMs, meeting.signal, (signal) => step(need, state, { ...meeting, signal }));
  if (entry !== 'late') return entry;
  return { type: 'task-ended', task: id, isStopped: false, isLate: true, why: 'It was stopped at its time limit.' };
}

async function step(need: BesideNeed, state: AgentRun, meeting: Meeting): Promise<BesideEntry | undefined> {
  switch (need.type) {
    case 'recall':
      return chooseMemories(need, state, meeting);
    case 'fork':
      return note(need, state, meeting);
    case 'task-reply':
      return taskReply(need, state, meeting);
    case 'task-results':
      return { type: 'task-results', task: need.id, ...(await taskResults(need, state, meeting)) };
    case 'task-progress':
      return progress(need, state, meeting);
    case 'hooks':
      return runHooks(need, state, meeting, need.id);
    case 'dream-look':
      return dreamLook(need, state, meeting);
    case 'dream-write':
      return {
        type: 'dream-wrote',
        task: need.id,
        files: [...need.files],
        ...optional('isTakenBack', need.isTakenBack),
      };
    case 'waits':
      return undefined;
    default:
      return assertNever(need);
  }
}

/** [R2] */
export async function chooseMemories(
  { request, prompt, ask }: Extract<Need, { readonly type: 'recall' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<BesideEntry | undefined> {
  const startMs = meeting.nowMs();
  const outcome = await asked(request, state.run.model, state, meeting);
  const tookMs = Math.max(0, meeting.nowMs() - startMs);
  if (outcome.type === 'stopped') return undefined;
  if (outcome.type !== 'answered') {
    return { type: 'recalled', prompt, files: [], isAnswered: false, tookMs, problem: whyNot(outcome) };
  }
  const { blocks } = outcome.reply;
  const usage = reportedUsage(outcome.reply);
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const { files, problem } = readSelectorAnswer(text, ask);
  return {
    type: 'recalled',
    prompt,
    files,
    isAnswered: true,
    tookMs,
    ...optional('problem', problem),
    ...optional('usage', usage),
  };
}

/** [N2] */
async function note(
  { id: task, request, model }: Extract<BesideNeed, { readonly type: 'fork' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<BesideEntry | undefined> {
  const startMs = meeting.nowMs();
  const outcome = await asked(request, model, state, meeting);
  if (outcome.type === 'stopped') return undefined;
  const usage = outcome.type === 'answered' ? reportedUsage(outcome.reply) : undefined;
  const tookMs = Math.max(0, meeting.nowMs() - startMs);
  return { type: 'forked', task, reply: forkReply(outcome, countReply), tookMs, ...optional('usage', usage) };
}

async function taskReply(
  { id: task, request, model }: Extract<BesideNeed, { readonly type: 'task-reply' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<BesideEntry | undefined> {
  const outcome = await asked(request, model, state, meeting);
  switch (outcome.type) {
    case 'answered':
      return { type: 'task-reply', task, reply: outcome.reply };
    case 'stopped':
      return undefined;
    case 'too-long':
      // [X2] An agent makes its context smaller, as its parent would.
      if (request.purpose === 'agent' || request.purpose === 'hook') {
        return { type: 'task-refused', task, what: outcome.what, ...optional('gapTokens', outcome.gapTokens) };
      }
      return { type: 'task-ended', task, isStopped: false, why: whyNot(outcome) };
    case 'failed':
      return { type: 'task-ended', task, isStopped: false, why: whyNot(outcome) };
    default:
      return assertNever(outcome);
  }
}

/** [O8] Without an answer nothing is shown, and it is asked again as late as after one. */
async function progress(
  { task, request, model }: Extract<BesideNeed, { readonly type: 'task-progress' }>,
  state: AgentRun,
  meeting: Meeting,
): Promise<BesideEntry | undefined> {
  const outcome = await asked(request, model, state, meeting);
  if (outcome.type === 'stopped') return undefined;
  const about = { type: 'task-progress', task, model: modelIdOf(model) } as const;
  if (outcome.type !== 'answered') return { ...about, text: '' };
  const { blocks, usage } = outcome.reply;
  const text = progressLine(blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')) ?? '';
  return { ...about, text, ...optional('usage', usage) };
}

function whyNot(outcome: Exclude<ModelOutcome, { readonly type: 'answered' | 'stopped' }>): string {
  return outcome.type === 'failed' ? `${outcome.what} ${outcome.advice}` : outcome.what;
}

/** [A10] What is denied is answered with the reason, so that the agent can do without it. */
async function taskResults(
  { id, calls, given, tools }: Extract<BesideNeed, { readonly type: 'task-results' }>,
  state: AgentRun,
  { runTools, shell, signal, nowMs, project }: Meeting,
) {
  const { run, workspace, taskDesks, desk: parentDesk } = state;
  const denied = new Map(given.map((result) => [result.callId, result]));
  const deny = tools === 'dream' ? deniedInDream : deniedBecause;
  for (const call of tools === 'agent' ? [] : calls) {
    // [H1] Beside the turn, nobody can be asked.
    const { effect } = run.hooks.permissionOf(call);
    const byRule = effect === 'allow' ? undefined : `The settings do not allow ${call.name} here.`;
    const why = byRule ?? deny(call.name, argumentsOf(call), MEMORY_ROOT);
    if (why !== undefined) denied.set(call.id, { callId: call.id, text: why, isError: true, tookMs: 0 });
  }
  const child = run.agents.named(id);
  const files = child === undefined ? workspace.copy() : child.run.files.copy();
  if (tools === 'dream') {
    for (const [path, text] of (await project?.transcripts()) ?? []) files.write(path, text);
    files.takeChanges();
  }
  const at = new ToolContext(
    files,
    taskDesks.get(id) ?? parentDesk ?? emptyToolState,
    (path) => (child?.run ?? run).storedResult(path),
    shell,
    new Set(run.own.toolsOff ?? []),
    nowMs,
    tools === 'dream',
  );
  const done = await runTools(
    calls.filter((call) => !denied.has(call.id)),
    at,
    signal,
  );
  const results = [...denied.values(), ...done.results];
  const own = child?.worktree?.kept(done.files) ?? done.files;
  const written = tools === 'agent' ? own : own.filter(({ path }) => isMemoryPath(path));
  return { ...done, results, files: written };
}

/** [D1] [D2] */
async function dreamLook(
  { id, from }: Extract<BesideNeed, { readonly type: 'dream-look' }>,
  { workspace }: AgentRun,
  { project }: Meeting,
): Promise<BesideEntry> {
  try {
    const look = (await project?.look(from)) ?? lookAlone(workspace);
    const { lock, written, isAlive, sessions, place } = look;
    const files = from === undefined ? [...changedElsewhere(look, workspace)] : [];
    return { type: 'dream-looked', task: id, lock, written: [...written], isAlive, sessions, place, files };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { type: 'task-ended', task: id, isStopped: false, why: `${error.what} ${error.advice}` };
  }
}

/** A path as the tool will take it: what is relative is below the workspace, not in the memory folder. */
function argumentsOf({ input }: ToolCallPart): JsonObject {
  const given = asObject(input) ?? {};
  const written = asText(given.file_path);
  const path = written === undefined ? undefined : workspacePath(written);
  return path?.ok === true ? { ...given, file_path: fullPath(path.value) } : given;
}

function asked(
  request: ModelRequest,
  choice: ModelChoice,
  { run }: AgentRun,
  { model, signal }: Meeting,
): Promise<ModelOutcome> {
  return model(choice, { call: run.calls.length, tokens: run.size }).ask(request, { signal });
}
