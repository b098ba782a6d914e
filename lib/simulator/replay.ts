import { type BoundLayer, bindLayer } from '../layers/bound-layer';
import { type ContextMessage, tokensOf } from '../layers/context';
import type { Ask, Env, Glance, Outcome, Reply, Trigger, Turn } from '../layers/layer';
import { emptyMemory, type Memory } from '../layers/memory';
import type { Reason } from '../layers/reason';
import { eraOf, type Policy } from '../policies/policy';
import { type Thresholds, thresholdsOf } from '../policies/thresholds';
import type { Summarizer } from '../summarizers/summarizer';
import { categories } from '../tokens/category';
import type { MessageId } from '../transcript/transcript';
import { ContextLedger } from './context-ledger';
import { gate } from './gate';
import { type FeedListener, RecordingFeed } from './recording-feed';
import type { ReplayMaterial } from './replay-material';
import { Requests } from './requests';
import type { SimulatedChange, SimulatedFailure, Simulation, Thrash } from './simulation';
import { emptyColumns, shareAmongCategories } from './simulation-columns';

/** What one call was shown, and what it would have been shown without the work of the policy before it. */
export interface ReplayedContext {
  readonly before: readonly ContextMessage[];
  readonly after: readonly ContextMessage[];
}

/**
 * Replays a recording, free: what the agent did is taken as recorded, and the context is the policy's own. Where the
 * recording was compacted, what came before goes on being sent, as if it had not been.
 */
export function replay(material: ReplayMaterial, policy: Policy, summarizer: Summarizer): Simulation {
  const run = new Replay(material, policy, summarizer);
  run.advanceTo(material.transcript.calls.length - 1);
  return run.result();
}

/** The context before and after the policy's work at one call, rebuilt. */
export function replayedContext(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
  call: number,
): ReplayedContext {
  const run = new Replay(material, policy, summarizer);
  run.advanceTo(call - 1);
  return run.lookAt(call);
}

const SYSTEM = categories.indexOf('system');
const NOTHING_PINNED: ReadonlySet<MessageId> = new Set();
/** [G4] */
const MOST_IN_A_ROW = 3;

class Replay implements FeedListener {
  private readonly exemptTools: ReadonlySet<string>;
  private readonly ledger: ContextLedger;
  private readonly requests = new Requests();
  private readonly thresholds: Thresholds;
  private readonly isAutomatic: boolean;
  private readonly active: Readonly<Record<Turn, readonly BoundLayer[]>>;
  private readonly columns: ReturnType<typeof emptyColumns>;
  private readonly changes: SimulatedChange[] = [];
  private readonly failures: SimulatedFailure[] = [];
  private memory: Memory = emptyMemory;

  private readonly feed: RecordingFeed;
  private next = 0;
  /** Until the policy and the recording part ways, the context is the recorded one, and so is its size. */
  private isAsRecorded = true;

  /** [T2] The size after the last call, reply included, and what was added since, by `rough`. */
  private lastSize = 0;
  private roughSince = 0;
  /** [T3] Freed without a call since the newest usage. */
  private freedTokens = 0;
  private toolCalls = 0;
  private freshResults = 0;
  private lastAssistantMs: number | undefined;

  private failuresInARow = 0;
  private compactionsInARow = 0;
  private lastCompaction = Number.NEGATIVE_INFINITY;
  private thrash: Thrash | undefined;
  private deadAt: number | undefined;
  private blockedAt: number | undefined;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly policy: Policy,
    private readonly summarizer: Summarizer,
  ) {
    const { transcript } = material;
    const rule = eraOf(policy, transcript.agent?.version).thresholds;
    this.thresholds = thresholdsOf(rule, policy.windowTokens ?? material.window, policy.maxOutputTokens);
    this.isAutomatic = rule.isAutomatic;
    this.exemptTools = new Set(policy.exemptTools);
    this.ledger = new ContextLedger(this.exemptTools);
    this.active = activeLayers(policy);
    this.feed = new RecordingFeed(material, this);
    this.columns = emptyColumns(transcript.calls.length);
  }

  advanceTo(call: number): void {
    for (; this.next <= call && this.deadAt === undefined; this.next++) this.step(this.next);
  }

  /** Does the work before one call, and shows the context before and after it. */
  lookAt(call: number): ReplayedContext {
    this.takeOver(call);
    const before = [...this.ledger.messages];
    this.work(call);
    return { before, after: this.ledger.messages };
  }

  result(): Simulation {
    const { used, output } = this.columns;
    const { cost, count, cacheRead, cacheWrite, uncached } = this.requests;
    return {
      policy: this.policy.id,
      calls: used.length,
      thresholds: this.thresholds,
      ...this.columns,
      changes: this.changes,
      compactions: this.changes.filter(({ turn }) => turn === 'gate'),
      failures: this.failures,
      ...(this.thrash === undefined ? {} : { thrash: this.thrash }),
      ...(this.deadAt === undefined ? {} : { deadAt: this.deadAt }),
      ...(this.blockedAt === undefined ? {} : { blockedAt: this.blockedAt }),
      totals: {
        peak: used.reduce((most, tokens, call) => Math.max(most, tokens + (output[call] ?? 0)), 0),
        sent: cacheRead + cacheWrite + uncached,
        cacheRead,
        cacheWrite,
        uncached,
        output: this.requests.output,
        cost,
        modelCalls: count,
      },
    };
  }

  private step(call: number): void {
    this.takeOver(call);
    this.columns.counted[call] = this.counted(call);
    this.work(call);
    if (this.deadAt !== undefined) return;
    this.send(call);
    this.takeTurns('after-response', call);
  }

  /** What the recording has added since the call before. */
  private takeOver(call: number): void {
    this.freshResults = 0;
    this.feed.moveTo(this.material.transcript.calls[call]?.at ?? 0);
    if (this.freshResults > 0) this.takeTurns('results', call);
  }

  entered(message: ContextMessage, rough: number): void {
    this.add(message);
    this.roughSince += rough;
  }

  compacted(): void {
    this.isAsRecorded = false;
  }

  rewound(dropped: ReadonlySet<MessageId>): void {
    this.ledger.replace(this.ledger.messages.filter(({ message }) => !dropped.has(message.id)));
    this.lastSize = this.ledger.tokens + this.systemTokens(Math.max(0, this.next - 1));
    this.roughSince = 0;
  }

  private work(call: number): void {
    this.takeTurns('before-call', call);
    this.passGate(call);
    this.recover(call);
  }

  /** [G1] [G2] */
  private passGate(call: number): void {
    const { opens, reason } = gate({
      isOn: this.active.gate.length > 0 && this.thrash === undefined,
      isAutomatic: this.isAutomatic,
      isCollapseOn: this.active['before-call'].some(({ id }) => id === 'collapse'),
      failuresInARow: this.failuresInARow,
      used: this.counted(call),
      freedTokens: this.freedTokens,
      threshold: this.thresholds.auto,
    });
    if (opens) this.compact(call, 'auto', reason);
  }

  /** [X1] [X2] [X3] A call that does not fit is compacted once more for, or the session is dead. */
  private recover(call: number): void {
    const hasLayers = this.active.gate.length > 0;
    if (!this.isAutomatic && hasLayers && this.counted(call) >= this.thresholds.blocking) this.blockedAt ??= call;
    if (this.size(call) <= this.thresholds.fits || this.deadAt !== undefined) return;
    const staged = this.active['before-call'].find(({ id }) => id === 'collapse');
    if (staged !== undefined) this.takeTurn(staged, call, 'reactive');
    if (this.size(call) <= this.thresholds.fits) return;
    const values = { size: Math.round(this.size(call)), fits: this.thresholds.fits };
    if (hasLayers && this.thrash === undefined) this.compact(call, 'reactive', { rule: 'X2', code: 'refused', values });
    if (this.size(call) > this.thresholds.fits) this.deadAt = call;
  }

  /** [G2] [G3] One layer after another, until one succeeds. */
  private compact(call: number, trigger: Trigger, reason: Reason): void {
    for (const layer of this.active.gate) {
      const outcome = this.takeTurn(layer, call, trigger, reason);
      if (outcome?.type === 'failed') this.failuresInARow += 1;
      if (outcome?.type !== 'changed') continue;
      this.failuresInARow = 0;
      this.watchForThrash(call);
      return;
    }
  }

  /** [G4] */
  private watchForThrash(call: number): void {
    this.compactionsInARow = call - this.lastCompaction <= 1 ? this.compactionsInARow + 1 : 1;
    this.lastCompaction = call;
    if (this.compactionsInARow < MOST_IN_A_ROW) return;
    const [largest] = [...this.ledger.messages].sort((a, b) => b.tokens - a.tokens);
    if (largest !== undefined) this.thrash = { call, message: largest.message.id, tokens: Math.round(largest.tokens) };
  }

  private takeTurns(turn: Turn, call: number): void {
    for (const layer of this.active[turn]) this.takeTurn(layer, call, 'auto');
  }

  private takeTurn(layer: BoundLayer, call: number, trigger: Trigger, opened?: Reason): Outcome | undefined {
    const env = this.env(call, trigger);
    if (layer.idle(this.glance(), env) !== undefined) return undefined;
    const before = this.size(call);
    const outcome = this.drive(layer.run({ messages: this.ledger.messages, memory: this.memory }, env), call);
    if (outcome.type === 'failed') {
      this.failures.push({ call, layer: layer.id, kind: outcome.failure.kind, reason: outcome.failure.reason });
    }
    if (outcome.type !== 'changed') return outcome;
    this.memory = outcome.context.memory;
    this.freedTokens += outcome.freedTokens ?? 0;
    if (outcome.changes.length === 0) return outcome;
    // What enters is counted as it enters: a result that is stored away was never part of the estimate.
    if (layer.turn === 'results') this.roughSince -= outcome.changes.reduce((sum, { tokens }) => sum + tokens, 0);
    this.isAsRecorded = false;
    this.ledger.replace(
      outcome.context.messages,
      outcome.changes.every(({ keepsCache }) => keepsCache === true),
    );
    this.changes.push({
      call,
      layer: layer.id,
      turn: layer.turn,
      trigger,
      before,
      after: this.size(call),
      reason: opened ?? outcome.reason,
      changes: outcome.changes,
      summaryTokens: outcome.summaryTokens ?? 0,
    });
    return outcome;
  }

  /** Runs a layer, answering what it asks. */
  private drive(run: Generator<Ask, Outcome, Reply>, call: number): Outcome {
    let step = run.next();
    while (!step.done) {
      const reply = this.summarizer.reply(step.value, { call });
      const input = Math.round(tokensOf(step.value.context.messages) + this.systemTokens(call));
      const output = reply.type === 'text' ? reply.tokens : 0;
      this.requests.sendFork(this.ledger, input, { ...this.requestAt(call), output });
      step = run.next(reply);
    }
    return step.value;
  }

  private env(call: number, trigger: Trigger): Env {
    const nowMs = this.material.transcript.calls[call]?.timeMs;
    return {
      window: this.thresholds.window,
      effective: this.thresholds.effective,
      threshold: this.thresholds.auto,
      used: this.counted(call) - this.freedTokens,
      systemTokens: this.systemTokens(call),
      trigger,
      counter: this.material.counter,
      transcript: this.material.transcript,
      recorded: this.material.byId,
      call,
      isMainThread: this.material.transcript.agentId === undefined,
      pinned: NOTHING_PINNED,
      exemptTools: this.exemptTools,
      ...(nowMs === undefined ? {} : { nowMs }),
      ...(this.lastAssistantMs === undefined ? {} : { lastAssistantMs: this.lastAssistantMs }),
    };
  }

  private glance(): Glance {
    return {
      liveClearableResults: this.ledger.clearableResults,
      clearableTokens: this.ledger.clearableTokens,
      messages: this.ledger.messages.length,
      toolCalls: this.toolCalls,
      memory: this.memory,
      freshResults: this.freshResults,
    };
  }

  private send(call: number): void {
    const used = Math.round(this.size(call));
    const output = this.material.recorded.timeline.output[call] ?? 0;
    this.columns.used[call] = used;
    this.columns.output[call] = output;
    this.share(call, used);
    const { read, written, uncached } = this.requests.send(this.ledger, used, { ...this.requestAt(call), output });
    this.columns.cacheRead[call] = read;
    this.columns.cacheWritten[call] = written;
    this.columns.uncached[call] = uncached;
    this.lastSize = used + output;
    this.roughSince = 0;
    this.freedTokens = 0;
    this.lastAssistantMs = this.material.transcript.calls[call]?.timeMs ?? this.lastAssistantMs;
    // In the size after the call already, so it does not count as added since.
    const reply = this.feed.takeReply(call);
    if (reply !== undefined) this.add(reply);
  }

  private requestAt(call: number) {
    const { model = '', timeMs } = this.material.transcript.calls[call] ?? {};
    return { model, systemTokens: this.systemTokens(call), ...(timeMs === undefined ? {} : { timeMs }) };
  }

  private share(call: number, used: number): void {
    const { sums } = this.ledger;
    const { byCategory } = this.material.recorded.timeline;
    const system = this.systemTokens(call);
    shareAmongCategories(this.columns.byCategory, call, used, (category, place) => {
      if (this.isAsRecorded) return byCategory[category][call] ?? 0;
      return (sums[place] ?? 0) + (place === SYSTEM ? system : 0);
    });
  }

  private add(message: ContextMessage): void {
    this.ledger.add(message);
    for (const { part } of message.parts) {
      if (part.kind === 'tool-call') this.toolCalls += 1;
      if (part.kind === 'tool-result') this.freshResults += 1;
    }
  }

  /** [T2] */
  private counted(call: number): number {
    return Math.round(this.lastSize + this.roughSince + (call === 0 ? this.systemTokens(call) : 0));
  }

  private systemTokens(call: number): number {
    return this.material.systemTokens[call] ?? 0;
  }

  private size(call: number): number {
    if (this.isAsRecorded) return this.material.recorded.timeline.used[call] ?? 0;
    return this.ledger.tokens + this.systemTokens(call);
  }
}

function activeLayers(policy: Policy): Readonly<Record<Turn, readonly BoundLayer[]>> {
  const bound = policy.layers.filter(({ isOn }) => isOn).map((layer) => bindLayer(layer));
  const of = (turn: Turn) => bound.filter((layer) => layer.turn === turn);
  return {
    results: of('results'),
    'before-call': of('before-call'),
    gate: of('gate'),
    'after-response': of('after-response'),
  };
}
