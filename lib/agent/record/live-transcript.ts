import { optional } from '../../base/optional';
import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import { sizeBefore } from '../../simulator/pipeline/gate';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type {
  Boundary,
  Call,
  Message,
  MessageId,
  Part,
  RecordedEvent,
  RecordedFork,
  RecordedHook,
  SystemChange,
  ToolCallId,
  ToolDefinition,
  Transcript,
  Usage,
} from '../../transcript/transcript';
import { replyFailure } from '../model/reply-failure';

interface MutableTranscript extends Transcript {
  agent: { readonly name: string };
  title?: string;
  parentSessionId?: string;
  agentId?: string;
  contextWindow: number;
  readonly models: string[];
  readonly messages: Message[];
  readonly calls: Call[];
  readonly boundaries: Boundary[];
  readonly events: RecordedEvent[];
  readonly forks: RecordedFork[];
  hooks?: RecordedHook[];
  readonly children: Transcript[];
  system: readonly Part[];
  staticParts?: number;
  systemChanges?: SystemChange[];
  usageCountedBy?: 'highwater';
  memoryIsRecorded?: true;
}

interface LiveTranscriptParts {
  readonly runId: string;
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
  readonly contextWindow: number;
  /** Of a task: its requests begin with those of its parent. */
  readonly systemInFile?: Transcript['systemInFile'];
  /** The messages of a task and of its parent are in one request. */
  readonly idPrefix?: string;
}

/** A run as a transcript in our own format, which grows with the run. */
export class LiveTranscript {
  readonly transcript: MutableTranscript;
  /** Its messages by id, with all their content. */
  readonly byId = new Map<MessageId, Message>();
  private readonly idPrefix: string;

  constructor({ runId, system, tools, contextWindow, systemInFile = 'all', idPrefix = '' }: LiveTranscriptParts) {
    this.idPrefix = idPrefix;
    this.transcript = {
      format: 'highwater',
      sessionId: runId,
      agent: { name: AGENT },
      models: [],
      contextWindow,
      system,
      tools,
      systemInFile,
      messages: [],
      calls: [],
      boundaries: [],
      events: [],
      forks: [],
      children: [],
      warnings: [],
      usageCountedBy: 'highwater',
      memoryIsRecorded: true,
    };
  }

  /** [O4] It is the record of an agent that another one started. */
  isChildOf(parent: string, id: string, title: string): void {
    this.transcript.parentSessionId = parent;
    this.transcript.agentId = id;
    this.transcript.title = title;
  }

  /** Index of the next message. */
  get next(): Pick<Message, 'id' | 'line'> {
    const line = this.transcript.messages.length + 1;
    return { id: `${this.idPrefix}message-${line}` as MessageId, line };
  }

  /** What precedes the messages, from this call on. */
  changeSystem(change: SystemChange): void {
    const { transcript } = this;
    if (transcript.messages.length === 0 && transcript.calls.length === 0) {
      transcript.system = change.system;
      if (change.staticParts !== undefined) transcript.staticParts = change.staticParts;
      return;
    }
    const isSuperseded = (earlier: SystemChange) =>
      earlier.from === change.from && earlier.isAfterWork === change.isAfterWork;
    const others = transcript.systemChanges?.filter((earlier) => !isSuperseded(earlier)) ?? [];
    transcript.systemChanges = [...others, change];
  }

  add(message: Message): void {
    this.byId.set(message.id, message);
    this.transcript.messages.push(message);
  }

  addCall(call: Call, isCountedByUs: boolean): void {
    const { transcript } = this;
    transcript.calls.push(call);
    if (call.model !== undefined && !transcript.models.includes(call.model)) transcript.models.push(call.model);
    transcript.agent = { name: agentOf(transcript.models) };
    // Counted by a model: its usage is exact where our counter estimates.
    if (!isCountedByUs) delete transcript.usageCountedBy;
  }

  addEvent(kind: RecordedEvent['kind'], text: string, timeMs: number): void {
    const { events, messages } = this.transcript;
    events.push({ kind, text, timeMs, at: messages.length, line: 0 });
  }

  /** [H1] Returns what names the message with its output. */
  addHook(hook: RecordedHook): (message: MessageId) => void {
    const { transcript } = this;
    transcript.hooks ??= [];
    const { hooks } = transcript;
    const place = hooks.push(hook) - 1;
    return (messageId) => {
      hooks[place] = { ...hook, messageId };
    };
  }

  addFork(call: number, { type: purpose, context: { messages } }: Ask, reply: Reply, facts: ForkFacts): void {
    const first = messages[0]?.message.id;
    const last = messages.at(-1)?.message.id;
    if (first === undefined || last === undefined) return;
    const { forks } = this.transcript;
    // One that was answered later than asked belongs to an earlier call.
    const place = forks.findLastIndex((each) => each.call <= call) + 1;
    forks.splice(place, 0, {
      call,
      purpose,
      firstMessageId: first,
      lastMessageId: last,
      model: facts.model,
      timeMs: facts.timeMs,
      tookMs: facts.tookMs,
      ...optional('usage', facts.usage),
      ...said(reply),
      ...(facts.isBeside && { arrivedAt: this.position + 1 }),
    });
  }

  /** [J2] The latest of them is taken over here. Until then, it arrives later than everything so far. */
  takesOver(): void {
    const { forks } = this.transcript;
    const place = forks.findLastIndex(({ arrivedAt }) => arrivedAt !== undefined);
    const fork = forks[place];
    if (fork !== undefined) forks[place] = { ...fork, arrivedAt: this.position };
  }

  /** Behind the latest call, also if its reply was empty. */
  private get position(): number {
    const { messages, calls } = this.transcript;
    return Math.max(messages.length, (calls.at(-1)?.at ?? -1) + 1);
  }

  /** What a layer did to the context, which is now `messages`. */
  addChange(change: SimulatedChange, messages: readonly ContextMessage[], timeMs: number): void {
    const { transcript } = this;
    const facts = {
      at: transcript.messages.length,
      trigger: change.trigger === 'manual' ? ('manual' as const) : ('auto' as const),
      timeMs,
      line: 0,
    };
    if (replacesOthers(change)) {
      const summary = this.addMade(messages);
      transcript.boundaries.push({
        kind: 'full',
        ...facts,
        preTokens: Math.round(sizeBefore(change)),
        postTokens: Math.round(change.after),
        ...optional('summaryMessageId', summary),
        contextMessageIds: messages.map(({ message }) => message.id),
      });
      return;
    }
    const replaced = replacedResults(change, messages);
    if (replaced.length === 0) return;
    transcript.boundaries.push({
      kind:
        change.turn === 'results' || change.changes.some(({ keepsCache }) => keepsCache !== true) ? 'micro' : 'prune',
      ...facts,
      tokensSaved: Math.max(0, Math.round(change.before - change.after)),
      clearedToolCallIds: replaced.map(({ callId }) => callId),
      clearedToTokens: replaced.map(({ tokens }) => tokens),
    });
  }

  /** The summary among them. */
  private addMade(messages: readonly ContextMessage[]): MessageId | undefined {
    let summary: MessageId | undefined;
    for (const { message, origin } of messages) {
      if (origin !== 'made') continue;
      if (message.kind === 'summary' && !this.byId.has(message.id)) summary ??= message.id;
      if (!this.byId.has(message.id)) this.add(message);
      // Compacted again before the same call: no request contained the previous result.
      else if (this.byId.get(message.id) !== message) this.putInPlace(message);
    }
    return summary;
  }

  private putInPlace(message: Message): void {
    const { messages } = this.transcript;
    const place = messages.findIndex(({ id }) => id === message.id);
    this.byId.set(message.id, message);
    messages[place] = message;
  }
}

const AGENT = 'Highwater playground';

/** Whoever opens the saved session must see that no model answered. */
function agentOf(models: readonly string[]): string {
  if (!models.includes(SCRIPTED_MODEL)) return AGENT;
  return models.length === 1 ? `${AGENT} (script)` : `${AGENT} (script and model)`;
}

interface ForkFacts {
  readonly model: string;
  readonly timeMs: number;
  readonly tookMs: number;
  readonly usage: Usage | undefined;
  readonly isBeside: boolean;
}

function said(reply: Reply): Partial<RecordedFork> {
  if (reply.type === 'text') return { text: reply.text, tokens: reply.tokens };
  const failure = replyFailure(reply);
  return reply.type === 'too-long'
    ? { failure, isTooLong: true, ...optional('gapTokens', reply.gapTokens) }
    : { failure };
}

/** Messages were removed or added, not just content changed. */
function replacesOthers({ turn, changes }: SimulatedChange): boolean {
  // New results are replaced in place.
  return turn !== 'results' && changes.some(({ fate }) => fate !== 'cleared');
}

function replacedResults({ changes }: SimulatedChange, messages: readonly ContextMessage[]) {
  const named = new Map<MessageId, Set<number>>();
  for (const { message, part } of changes.flatMap(({ parts }) => parts)) {
    named.set(message, (named.get(message) ?? new Set()).add(part));
  }
  const replaced: { readonly callId: ToolCallId; readonly tokens: number }[] = [];
  for (const { message, parts } of messages) {
    const places = named.get(message.id);
    if (places === undefined) continue;
    parts.forEach(({ part, tokens, state }, place) => {
      if (part.kind !== 'tool-result' || state === 'whole' || !places.has(place)) return;
      replaced.push({ callId: part.callId, tokens: Math.round(tokens) });
    });
  }
  return replaced;
}
