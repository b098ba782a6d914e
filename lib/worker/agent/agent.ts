import { AbRun, type AbSide } from '../../agent/ab/ab-run';
import { compareListings } from '../../agent/ab/compare-listings';
import type { HostParts, RunJournal } from '../../agent/host/run-host';
import type { RunModels, RunModelsParts } from '../../agent/host/run-models';
import type { Entry } from '../../agent/journal/entry';
import { lessonOf, pauseAtMoments } from '../../agent/lessons/lesson-of';
import type { TriedHook } from '../../agent/view/hooks-view';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { ok, type Result } from '../../base/result';
import { tarOf } from '../../base/tar';
import { textOfResult } from '../../layers/shape/stored-result';
import type { JournalStore } from '../../storage/journal-store';
import type { RecordStore } from '../../storage/record-store';
import type { StoredRun } from '../../storage/stored-run';
import type { ToolResultPart, Transcript } from '../../transcript/transcript';
import { writeTranscripts } from '../../transcript/write-transcript';
import { packContext, packedBuffers } from '../engine/packed-context';
import { searchParts } from '../engine/search-parts';
import { mirrorOf } from '../project/begin-session';
import { homeOf } from '../project/home-of';
import { mirroredJournal } from '../project/mirrored-journal';
import { projectOfRun } from '../project/project-of-run';
import { answering, type Send } from '../wire/answering';
import { nextTask } from '../wire/next-task';
import type { ToWorker } from '../wire/wire';
import { agentAnswer } from './agent-answer';
import type {
  AbAnswer,
  AbRequest,
  AgentMethod,
  AgentRequests,
  AgentUpdate,
  OfAgent,
  RunEnd,
  RunRequest,
} from './agent-messages';
import { type OpenedRun, RunConnection, type RunControls } from './run-connection';
import { watchDeletion } from './run-deletion';
import { type NewsChannel, runNews } from './run-news';
import { type OpeningParts, openingOf, type RunOpening } from './run-opening';
import type { TeamParts } from './run-team';
import { WatchedRun } from './watched-run';

export interface AgentParts extends OpeningParts, Pick<HostParts, 'surroundings' | 'runTools' | 'shell'> {
  readonly runs: Pick<RecordStore<StoredRun>, 'saveOver' | 'list' | 'subscribe'>;
  /** Resolves once no tab has the run open. */
  freed(id: string, signal: AbortSignal): Promise<void>;
  /** To the other tabs with this run; undefined if the browser has none. */
  channel(id: string): NewsChannel | undefined;
  readonly team?: TeamParts;
  models(parts: Pick<RunModelsParts, 'keys' | 'pace'>): RunModels;
}

type Answer = AgentRequests[AgentMethod]['answer'];

/** The agent without its worker: handles messages of the page, and answers through `send`. One run is open at a time. */
export function createAgent(
  send: Send<AgentRequests>,
  parts: AgentParts,
): (message: ToWorker<AgentRequests>) => Promise<void> {
  let open: { readonly run: OpenedRun; readonly models: RunModels } | undefined;
  let closing: Promise<void> = Promise.resolve();

  const opened = () => {
    if (open === undefined) throw new Error('No run is open: "run" comes first');
    return open;
  };

  const contextsOf = ({ agent }: OfAgent) => opened().run.contexts.of(agent);

  const show = async (
    opening: RunOpening,
    controls: RunControls,
    { signal, report }: { readonly signal: AbortSignal; report(update: AgentUpdate): void },
    isNewSession: boolean,
  ): Promise<void> => {
    const { id, entries, cutOff, notKept, isPassing } = opening;
    const isKept = notKept === undefined && isPassing !== true;
    const [begun] = entries;
    const lesson = begun?.type === 'begun' ? lessonOf(begun.setup.model) : undefined;
    const isAtMoment = lesson && pauseAtMoments(lesson);
    const models = parts.models({ keys: () => controls.keys, pace: () => controls.pace });
    const mirror = isKept ? mirrorOf(id, { entries, cutOff }, parts) : undefined;
    // After a crash. What cannot be stored now is stored with the next entry.
    if ((await mirror?.synchronise())?.ok === true) await mirror?.unmark();
    const own = journalOf(parts.journals, id, (why) => run.deleted(why));
    const run: RunConnection = new RunConnection({
      id,
      entries,
      cutOff,
      notKept,
      controls,
      report,
      news: runNews(parts.channel(id)),
      host: {
        ...parts,
        journal: mirror !== undefined ? mirroredJournal(own, mirror, id) : isKept ? own : noJournal,
        model: models.model,
        ...optional('project', begun?.type === 'begun' && isKept ? projectOfRun(begun.setup, id, parts) : undefined),
        pausesAt: ({ run, log: { items } }) => isAtMoment?.({ simulation: run.result(), items }) === true,
      },
      team: parts.team,
      isNewSession,
      takeKept: () => mirror?.takeKept() ?? [],
      // A failure was already reported by the journal: both are in the same browser. What was deleted stays so.
      list: (record) => isKept && void parts.runs.saveOver(record, ({ removedMs }) => removedMs === undefined),
    });
    const unwatch = isKept ? watchDeletion(id, parts, (why) => run.deleted(why)) : nothing;
    open = { run, models };
    await aborted(signal);
    open = undefined;
    unwatch();
    await run.close();
  };

  /** Read-only, as the other tab goes on. */
  const watch = async (id: string, controls: RunControls, { signal, report }: Parameters<typeof show>[2]) => {
    const read = await parts.journals.read(id);
    // Just begun, or not readable: the other tab has more.
    if (!read.ok || read.value.entries[0]?.type !== 'begun' || signal.aborted) return false;
    const run = new WatchedRun({
      ...parts,
      id,
      entries: read.value.entries,
      controls,
      report,
      news: runNews(parts.channel(id)),
      freed: (until) => parts.freed(id, until),
    });
    const unwatch = watchDeletion(id, parts, (why) => run.deleted(why));
    open = { run, models: parts.models({ keys: () => ({}), pace: () => controls.pace }) };
    await aborted(signal);
    open = undefined;
    unwatch();
    await run.close();
    return true;
  };

  const run = async (request: RunRequest, by: Parameters<typeof show>[2]): Promise<RunEnd> => {
    const id = request.type === 'open' ? request.id : parts.newId();
    let release = await parts.lock(id);
    const { keys, pace, providers, teamPlace } = request;
    const controls = { keys, pace, providers, teamPlace };
    if (release === undefined) return { type: (await watch(id, controls, by)) ? 'closed' : 'busy' };
    try {
      const opening = await openingOf(request, id, parts);
      if (opening.id !== id) {
        release();
        release = await parts.lock(opening.id);
      }
      await show(opening, controls, by, request.type === 'begin' || request.type === 'next');
    } finally {
      release?.();
    }
    return { type: 'closed' };
  };

  return answering<AgentRequests>(send, async (question, { signal, transfer, report }): Promise<Answer> => {
    switch (question.method) {
      case 'run': {
        // The page has closed the previous one: two at once would share the open state.
        const before = closing;
        const mine = before.then(() => run(question.request, { signal, report }));
        closing = mine.then(nothing, nothing);
        return mine;
      }
      case 'act':
        return opened().run.act(question.request);
      case 'ab-run':
        return abRun(question.request, parts, { signal, report });
      case 'compare-listings': {
        const { model } = parts.models({ keys: () => ({}), pace: () => 'fast' });
        const { entries } = opened().run.host.state;
        return (await compareListings([...entries], { ...parts, model, signal }, nextTask)) ?? null;
      }
      case 'context-at': {
        const packed = packContext(contextsOf(question.request).at(question.request.call));
        transfer.push(...packedBuffers(packed));
        return packed;
      }
      case 'context-message':
        return contextsOf(question.request).message(question.request);
      case 'context-violations':
        return contextsOf(question.request).violations(question.request);
      case 'context-body':
        return contextsOf(question.request).body(question.request);
      case 'message':
        return messageOf(contextsOf(question.request).conversation.transcript, question.request.index);
      case 'search':
        return searchParts(contextsOf(question.request).conversation.transcript, question.request.text, signal);
      case 'request-at':
        return contextsOf(question.request).sent(question.request.call);
      case 'agent-at':
        return agentAnswer(opened().run.host, question.request.agent);
      case 'count-tokens':
        return countedTokens(opened());
      case 'result-text':
        return textOfResult(resultOf(contextsOf(question.request).conversation.transcript, question.request.callId));
      case 'file-text':
        return fileText(opened().run, question.request.path);
      case 'try-hook':
        return triedHook(opened(), question.request.hook, signal);
      case 'home':
        return (await homeOf(opened().run.host.state.setup, parts.books)).history;
      case 'home-text':
        return (await homeOf(opened().run.host.state.setup, parts.books)).textAt(question.request.place);
      case 'transcript':
        return fileOf(transcriptOf(opened().run));
      case 'workspace':
        return tarOf(archived(opened().run.host.state.workspace.files()));
      default:
        return assertNever(question);
    }
  });
}

/** What is outside the workspace has its folders beside it: archives have no absolute paths. */
function archived(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/^\//, ''), text]));
}

const TELL_EVERY_MS = 200;

async function abRun(
  { policies, ...script }: AbRequest,
  parts: AgentParts,
  { signal, report }: { readonly signal: AbortSignal; report(sides: readonly AbSide[]): void },
): Promise<AbAnswer> {
  const { model } = parts.models({ keys: () => ({}), pace: () => 'fast' });
  const run = new AbRun(policies, script, { ...parts, model, signal });
  let toldMs = parts.nowMs();
  while (await run.step()) {
    if (parts.nowMs() - toldMs < TELL_EVERY_MS) continue;
    report(run.view());
    // A request to stop is received in between.
    await nextTask();
    signal.throwIfAborted();
    toldMs = parts.nowMs();
  }
  return { sides: run.view(), transcripts: run.transcripts.map(fileOf) };
}

function fileOf(transcript: Transcript): Blob {
  return new Blob([...writeTranscripts([transcript])], { type: 'application/json' });
}

function journalOf(journals: JournalStore<Entry>, id: string, onDeleted: (why: Failure) => void): RunJournal {
  return {
    append: async (place, entry) => {
      const appended = await journals.append(id, place, entry);
      if (!appended.ok && appended.error.kind === 'missing') onDeleted(appended.error);
      return appended;
    },
    cut: (length) => journals.cut(id, length),
  };
}

const noJournal: RunJournal = { append: async () => ok(undefined), cut: async () => ok(undefined) };

function transcriptOf({ host }: OpenedRun): Transcript {
  return host.state.run.transcript;
}

function messageOf({ messages }: Transcript, index: number) {
  const message = messages[index];
  if (message === undefined) throw new Error(`Message ${index} of ${messages.length} was asked for`);
  return message;
}

function resultOf({ messages }: Transcript, callId: string): ToolResultPart {
  for (const { parts } of messages) {
    for (const part of parts) if (part.kind === 'tool-result' && part.callId === callId) return part;
  }
  throw new Error(`The result of "${callId}" was asked for`);
}

function triedHook({ run }: { readonly run: OpenedRun }, hook: string, signal: AbortSignal): Promise<TriedHook> {
  if (run.tryHook === undefined) throw new Refusal('Another tab has this run open.', 'Try the hook there.');
  return run.tryHook(hook, signal);
}

function fileText({ host }: OpenedRun, path: string): string {
  const text = host.state.workspace.read(path);
  if (text !== undefined) return text;
  throw new Refusal(`${path} no longer exists.`, 'Choose another file.');
}

async function countedTokens({ run, models }: { readonly run: OpenedRun; readonly models: RunModels }) {
  const { state, requests } = run.host;
  const call = requests.has(state.run.calls.length) ? state.run.calls.length : state.run.calls.length - 1;
  const counted: Result<number, Failure> = await models.countTokens(run.contexts.request(call), state.run.model);
  if (!counted.ok) throw new Refusal(counted.error.what, counted.error.advice);
  return { byApi: counted.value, byUs: run.contexts.tokensOf(call) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function nothing(): void {}
