import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { CallId, ToolCallPart, Transcript, Usage } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';
import type { EntryOf, ModelReply, ToolResult } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { BesideNeed } from '../journal/need';
import type { RunFrame } from '../journal/run-frame';
import { reportedUsage } from '../model/reported-usage';
import { turnRequest } from '../model/request-body';
import { LiveMessages } from '../record/live-messages';
import { LiveTranscript } from '../record/live-transcript';

/** What a task is given at the end of a turn. */
export interface TaskStart {
  /** [A7] [D3] */
  readonly kind: 'extraction' | 'dream';
  readonly id: string;
  /** The call of the turn whose end started it. */
  readonly call: number;
  readonly timeMs: number;
  /** [J3] What the turn sent, and its reply. */
  readonly parent: TaskParent;
  /** [A8] The messages that it is given; those that left the context meanwhile are not in its request. */
  readonly ids: readonly string[];
  readonly newMessages: number;
  readonly isFallback: boolean;
  readonly instruction: string;
  readonly mostRequests: number;
}

export interface TaskParent {
  readonly context: readonly ContextMessage[];
  readonly frame: RunFrame;
  readonly contextWindow: number;
  readonly systemTokens: number;
  /** [E1] What a request that begins like it reads from the cache. */
  readonly cachedTokens: number;
}

export interface TaskStep {
  readonly reply: ModelReply;
  readonly usage: Usage;
  readonly results?: readonly ToolResult[];
}

export interface TaskChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * [J2] [A10] An agent of its own beside the turns: what its entries made of it. It begins with the request of its parent,
 * and ends with a reply without tool calls, or after so many requests.
 */
export class MemoryTask {
  state: 'running' | 'done' | 'failed' | 'stopped' = 'running';
  /** Why it failed, or its last words. */
  says = '';
  endedMs: number | undefined;
  steps: readonly TaskStep[] = [];
  /** By path, the first `before` and the last `after`. */
  changes: readonly TaskChange[] = [];
  /** Raised with everything that changes. */
  version = 0;
  private toCall: readonly ToolCallPart[] = [];
  private readonly record: LiveTranscript;
  private readonly messages: LiveMessages;
  /** Let go when it ends: a long run would keep every context. */
  private parent: TaskParent | undefined;
  private own: readonly ContextMessage[];
  private sentTokens = 0;
  private readonly model: string;

  constructor(readonly start: TaskStart) {
    const { parent, id, timeMs, instruction } = start;
    this.parent = parent;
    this.model = modelIdOf(parent.frame.model);
    this.record = new LiveTranscript({
      runId: id,
      idPrefix: `${id}-`,
      system: [],
      tools: [],
      contextWindow: parent.contextWindow,
      systemInFile: 'none',
    });
    this.messages = new LiveMessages(this.record);
    this.own = [this.messages.prompt({ type: 'prompt', timeMs, text: instruction })];
    this.record.transcript.title = start.kind === 'dream' ? 'Dream' : 'Memory extraction';
  }

  /** As a child of its parent's. */
  get transcript(): Transcript {
    return this.record.transcript;
  }

  get modelId(): string {
    return this.model;
  }

  private get tools(): 'memory' | 'dream' {
    return this.start.kind === 'dream' ? 'dream' : 'memory';
  }

  get need(): BesideNeed | undefined {
    const { id } = this.start;
    if (this.state !== 'running') return undefined;
    if (this.toCall.length > 0) return { id, type: 'task-results', calls: this.toCall, given: [], tools: this.tools };
    const { parent } = this;
    if (parent === undefined) return undefined;
    return { id, type: 'task-reply', request: this.request(parent), model: parent.frame.model };
  }

  /** [J3] */
  private request({ frame, context }: TaskParent): ModelRequest {
    const recorded = new Map([...frame.recorded, ...this.record.byId]);
    const replies = new Map([...frame.replies, ...this.messages.replies]);
    const { body, betas } = turnRequest([...context, ...this.own], { ...frame, recorded, replies });
    return { purpose: this.tools, body, betas };
  }

  /** Returns what was paid, if prices are known. */
  reply({ reply, timeMs }: EntryOf<'task-reply'>): number | undefined {
    const number = this.steps.length + 1;
    const id = `${this.start.id}-call-${number}` as CallId;
    const held = this.messages.reply({ type: 'reply', reply, timeMs }, id);
    const reported = reportedUsage(reply);
    const usage = reported ?? this.predicted(held.tokens);
    const model = this.model;
    const at = this.record.transcript.messages.length;
    this.record.addCall({ id, model, at, usage, stopReason: reply.stopReason, timeMs }, reported === undefined);
    if (held.message.parts.length > 0) {
      this.messages.addReply(held, { type: 'reply', reply, timeMs }, model);
      this.own = [...this.own, held];
    }
    this.steps = [...this.steps, { reply, usage }];
    this.toCall = held.message.parts.filter((part) => part.kind === 'tool-call');
    const said = reply.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
    if (said !== '') this.says = said;
    if (this.toCall.length === 0) this.end('done', timeMs);
    this.version += 1;
    return costOf(usage, modelFor(model));
  }

  results({ results, timeMs }: EntryOf<'task-results'>, changes: readonly TaskChange[]): void {
    const held = this.messages.results({ type: 'results', results, timeMs, files: [], desk: NO_DESK }, this.toCall);
    this.own = [...this.own, held];
    this.steps = this.steps.map((step, place) => (place === this.steps.length - 1 ? { ...step, results } : step));
    this.toCall = [];
    const known = new Map(this.changes.map((change) => [change.path, change]));
    for (const change of changes) {
      known.set(change.path, { ...change, before: known.get(change.path)?.before ?? change.before });
    }
    this.changes = [...known.values()].filter(({ before, after }) => before !== after);
    if (this.steps.length >= this.start.mostRequests) this.end('done', timeMs);
    this.version += 1;
  }

  end(state: 'done' | 'failed' | 'stopped', timeMs: number, why?: string): void {
    if (why !== undefined) this.says = why;
    this.state = state;
    this.endedMs = timeMs;
    this.parent = undefined;
    this.own = [];
    this.version += 1;
  }

  get usage(): Usage | undefined {
    if (this.steps.length === 0) return undefined;
    const of = (read: (usage: Usage) => number) => this.steps.reduce((sum, { usage }) => sum + read(usage), 0);
    return {
      input: of(({ input }) => input),
      cacheRead: of(({ cacheRead }) => cacheRead),
      cacheWrite5m: of(({ cacheWrite5m }) => cacheWrite5m),
      cacheWrite1h: of(({ cacheWrite1h }) => cacheWrite1h),
      output: of(({ output }) => output),
    };
  }

  get dollars(): number | undefined {
    const { usage } = this;
    return usage === undefined ? undefined : costOf(usage, modelFor(this.model));
  }

  /** [E1] As the cache works: the first request reads what its parent wrote, every other one what the one before it did. */
  private predicted(output: number): Usage {
    const { context = [], systemTokens = 0, cachedTokens = 0 } = this.parent ?? {};
    const sent = Math.round(systemTokens + tokensOf(context) + tokensOf(this.own));
    const cacheRead = Math.min(sent, Math.round(this.steps.length === 0 ? cachedTokens : this.sentTokens));
    this.sentTokens = sent;
    return { input: 0, cacheRead, cacheWrite5m: sent - cacheRead, cacheWrite1h: 0, output: Math.round(output) };
  }
}

const NO_DESK = { todos: [], seen: {} };
