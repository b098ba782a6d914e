import type { BoundLayer } from '../../layers/bound-layer';
import type { Context, ContextMessage, Edits } from '../../layers/shape/context';
import type { Ask, Env, Outcome, Reply, Trigger } from '../../layers/shape/layer';
import { emptyMemory, type Memory, type SessionNote } from '../../layers/shape/memory';
import type { Reason } from '../../layers/shape/reason';
import { layerByHand } from '../../layers/single-layers';
import { roughMessage } from '../../tokens/rough';
import { type ActiveLayers, activeLayers } from './active-layers';
import type { CallFacts } from './call-facts';
import { CalledTools } from './called-tools';
import type { Command } from './command';
import { CompactionWatch } from './compaction-watch';
import { ContextLedger } from './context-ledger';
import { BELOW_THRESHOLD, type GateAnswer, type GateState, gate } from './gate';
import { LayerView } from './layer-view';
import type { PipelineSetup } from './pipeline-setup';
import { type PolicyCount, policyCount } from './policy-count';
import type { SimulatedChange, SimulatedFailure, SimulatedNote } from './simulation';
import type { Verdict } from './verdict';

/** Receives what the pipeline does, as it happens. */
export interface PipelineListener {
  changed(change: SimulatedChange): void;
  failed(failure: SimulatedFailure): void;
  noted(note: SimulatedNote): void;
  /** [G5] From every layer that ran, and from the gate. Only needed to show a single call. */
  readonly judged?: (verdict: Verdict) => void;
}

/** Special to manual compactions. */
type Particulars = Partial<Pick<Env, 'focus' | 'partial' | 'gapTokens'>>;

/** [T2] The parts of a size that starts from the latest usage. */
export interface CountedTerms {
  /** After the last call, including its reply. */
  readonly last: number;
  /** Since then, by `rough`. */
  readonly added: number;
  /** [T3] */
  readonly freed: number;
}

/**
 * The work of a policy before and after each call: layers in order, the gate, and the recovery of a rejected call. Like
 * its layers, it yields model requests: a replay answers immediately, an agent has a model answer.
 */
export class Pipeline {
  readonly ledger: ContextLedger;
  /** The context is still as measured. */
  isAsMeasured = true;
  /** What the gate compared with the threshold before the latest call. */
  compared = 0;
  private memory: Memory = emptyMemory;
  private watch = new CompactionWatch();
  private facts: CallFacts | undefined;
  private readonly exemptTools: ReadonlySet<string>;
  private readonly count: PolicyCount;
  private readonly layers: ActiveLayers;
  private readonly active: ActiveLayers['byTurn'];

  /** [T2] The size after the last call, including the reply, and what was added since, by `rough`. */
  private lastSize = 0;
  /** [T2] Before the first usage, it does not include what precedes the messages. */
  private hasUsage = false;
  private roughSince = 0;
  /** [T3] Freed without a call since the latest usage. */
  private freedTokens = 0;
  private freshResults = 0;
  private readonly toolsCalled: CalledTools;
  private lastAssistantMs: number | undefined;
  private readonly view: LayerView;
  private isStale = true;

  constructor(
    private readonly setup: PipelineSetup,
    private readonly listener: PipelineListener,
    from?: Pipeline,
  ) {
    const { policy } = setup;
    this.exemptTools = new Set(policy.exemptTools);
    this.count = policyCount(policy.counter);
    this.layers = activeLayers(policy);
    this.active = this.layers.byTurn;
    const countOwn = typeof this.count === 'function' ? this.count : undefined;
    this.ledger = from?.ledger.countedBy(this.exemptTools, countOwn) ?? new ContextLedger(this.exemptTools, countOwn);
    this.toolsCalled = new CalledTools(from?.toolsCalled);
    const { exemptTools, toolsCalled } = this;
    this.view = new LayerView(setup, this.ledger, this.memory, { exemptTools, toolsCalled });
    if (from === undefined) return;
    this.isAsMeasured = from.isAsMeasured;
    this.memory = from.memory;
    // [G3] A new policy starts without failures.
    if (from.setup.policy === policy) this.watch = from.watch.clone();
    this.lastSize = from.lastSize;
    this.hasUsage = from.hasUsage;
    this.roughSince = from.roughSince;
    this.freedTokens = from.freedTokens;
    this.freshResults = from.freshResults;
    this.lastAssistantMs = from.lastAssistantMs;
  }

  clone(listener: PipelineListener): Pipeline {
    return new Pipeline(this.setup, listener, this);
  }

  /** The same context under another policy, or for another model, from the next call on. */
  under(changed: Partial<PipelineSetup>): Pipeline {
    return new Pipeline({ ...this.setup, ...changed }, this.listener, this);
  }

  get thrash() {
    return this.watch.thrash;
  }

  /** [N1] */
  get note(): SessionNote | undefined {
    return this.memory.note;
  }

  /** A message was added, other than the reply to the last call. */
  enter(message: ContextMessage, rough: number): void {
    this.addMessage(message);
    this.roughSince += rough;
  }

  /** Replaces the context with a recorded one. */
  adopt(messages: readonly ContextMessage[]): void {
    this.ledger.replace(messages);
    this.memory = { ...this.memory, collapses: [] };
    this.isAsMeasured = true;
    this.freshResults = 0;
  }

  /** [T5] The same messages with different weights. The latest usage stays valid. */
  reweigh(edits: Edits): void {
    this.ledger.edit(edits, true);
    this.isStale = true;
  }

  /** [T2] The content was replaced, so earlier measurements no longer apply. */
  resize(tokens: number): void {
    this.hasUsage = true;
    this.lastSize = tokens;
    this.roughSince = 0;
    this.freedTokens = 0;
  }

  /** [T9] Tokens of the context as the policy counts them. [T3] Minus what was freed but is still in the usage. */
  get used(): number {
    const { systemTokens } = this.known();
    if (this.count === 'size') return Math.round(this.size);
    if (this.count !== 'usage-and-rough') return this.ledger.counted;
    const counted = Math.round(this.lastSize + this.roughSince + (this.hasUsage ? 0 : systemTokens));
    // Freed tokens are weighed, while additions since the latest usage are counted.
    return Math.max(0, counted - this.freedTokens);
  }

  get countedTerms(): CountedTerms {
    return { last: this.lastSize, added: this.roughSince, freed: this.freedTokens };
  }

  /** What the call would carry now. */
  get size(): number {
    const { measured, systemTokens } = this.known();
    return this.isAsMeasured && measured !== undefined ? measured : this.ledger.tokens + systemTokens;
  }

  /** Does the work before a call. Returns undefined if it finished without a model request, which is the usual case. */
  prepare(facts: CallFacts): Generator<Ask, void, Reply> | undefined {
    this.begin(facts);
    const layers = this.freshResults > 0 ? this.layers.whenResultsEntered : this.active['before-call'];
    this.freshResults = 0;
    const waiting = this.firstToAsk(layers, 0);
    return waiting < layers.length ? this.goOn(layers, waiting) : this.makeRoom();
  }

  private *goOn(layers: readonly BoundLayer[], from: number): Generator<Ask, void, Reply> {
    yield* this.takeTurns(layers, from);
    const work = this.makeRoom();
    if (work !== undefined) yield* work;
  }

  private firstToAsk(layers: readonly BoundLayer[], from: number): number {
    for (let next = from; next < layers.length; next++) {
      const layer = layers[next];
      if (layer !== undefined && !this.isDone(layer)) return next;
    }
    return layers.length;
  }

  /** If there is too little. */
  private makeRoom(): Generator<Ask, void, Reply> | undefined {
    const { opens, reason } = this.askGate();
    if (opens || !this.fits) return this.compactAndRecover(opens ? reason : undefined);
    for (const layer of this.active.refused) if (!this.wouldBeTaken(layer)) return this.compactAndRecover(undefined);
    return undefined;
  }

  private *compactAndRecover(opened: Reason | undefined): Generator<Ask, void, Reply> {
    if (opened !== undefined) yield* this.compact('auto', opened);
    for (const layer of this.active.refused) {
      if (!this.wouldBeTaken(layer)) yield* this.takeTurn(layer, 'reactive');
    }
    if (!this.fits) yield* this.recover();
  }

  /**
   * [X2] The provider rejected the call, whatever size we computed: tries one step after another until one does
   * something, and returns whether one did.
   */
  *refused(facts: CallFacts, gapTokens?: number): Generator<Ask, boolean, Reply> {
    this.begin(facts);
    if (!this.hasRoom) return false;
    for (const step of this.layers.recovery) {
      if (yield* this.tryEach(step, 'reactive', this.refusal(), { gapTokens: gapTokens ?? this.gapTokens }))
        return true;
    }
    return false;
  }

  /** [F9] [S2] [N2] Runs a command of the user. */
  *command(facts: CallFacts, command: Command): Generator<Ask, void, Reply> {
    this.begin(facts);
    const by: Reason = { rule: 'F9', code: 'by-hand', values: {} };
    switch (command.type) {
      case 'compact':
        if (this.setup.policy.isDisabled === true) return this.refuseDisabled();
        yield* this.compact('manual', by, { focus: command.focus, partial: command.partial });
        return;
      case 'unfold': {
        const layer = this.layers.byHand.unfolds;
        if (layer?.unfold === undefined) return;
        this.take(layer, layer.unfold(this.lookAtContext(), command.message), 'manual');
        return;
      }
      default: {
        const layer = this.layers.byHand.byCommand.get(command.type);
        if (layer !== undefined) yield* this.takeTurn(layer, 'manual');
        return;
      }
    }
  }

  /** [G1] */
  private refuseDisabled(): void {
    const reason: Reason = { rule: 'G1', code: 'disabled', values: {} };
    this.listener.failed({ call: this.known().call, layer: layerByHand, kind: 'disabled', reason });
    const { size } = this;
    this.listener.judged?.({
      by: layerByHand,
      trigger: 'manual',
      type: 'failed',
      reason,
      before: size,
      after: size,
    });
  }

  /** The call was made. If its reply is known, it is already included in the size after the call. */
  sent(used: number, output: number, reply: ContextMessage | undefined): void {
    this.isStale = true;
    this.hasUsage = true;
    this.lastSize = used + output;
    this.roughSince = 0;
    this.freedTokens = 0;
    this.lastAssistantMs = this.known().nowMs ?? this.lastAssistantMs;
    if (reply !== undefined) this.addMessage(reply);
  }

  /** The work after the response, if there is any. */
  afterResponse(): Generator<Ask, void, Reply> | undefined {
    const layers = this.active['after-response'];
    const waiting = this.firstToAsk(layers, 0);
    return waiting === layers.length ? undefined : this.takeTurns(layers, waiting);
  }

  /** [X1] */
  get fits(): boolean {
    const { wasTaken, thresholds } = this.known();
    return (wasTaken && this.isAsMeasured) || this.size <= thresholds.fits;
  }

  /** [X1] What precedes the messages leaves room for them. */
  private get hasRoom(): boolean {
    const { systemTokens, thresholds } = this.known();
    return systemTokens < thresholds.fits;
  }

  /** [X2] The excess that the provider's error states. */
  private get gapTokens(): number | undefined {
    const gap = Math.ceil(this.size - this.known().thresholds.fits);
    return gap > 0 ? gap : undefined;
  }

  /** [X3] With automatic compaction off, the turn would be blocked before the call. */
  get isBlocked(): boolean {
    const { thresholds } = this.known();
    return !thresholds.isAutomatic && this.active.gate.length > 0 && this.used >= thresholds.blocking;
  }

  /** [G1] */
  private askGate(): GateAnswer {
    const { call, thresholds } = this.known();
    this.compared = this.used;
    if (this.listener.judged === undefined && this.compared < thresholds.auto) return BELOW_THRESHOLD;
    const state: GateState = {
      isOn: this.active.gate.length > 0,
      isThrashing: this.watch.thrash !== undefined,
      hasRoom: this.hasRoom,
      failuresInARow: this.watch.failuresInARow,
      asker: this.setup.asker,
      isAutomatic: thresholds.isAutomatic,
      isReactiveOnly: this.setup.policy.isReactiveOnly === true,
      isCollapseOn: this.layers.takeGatesPlace,
      used: this.compared,
      threshold: thresholds.auto,
      isAbove: thresholds.isAutoAbove === true,
    };
    let answer = gate(state);
    if (answer.opens && this.watch.isFullAgain(call, this.ledger.messages)) {
      answer = gate({ ...state, isThrashing: true });
    }
    const size = this.size;
    this.listener.judged?.({
      by: 'gate',
      trigger: 'auto',
      type: answer.opens ? 'open' : 'closed',
      reason: answer.reason,
      before: size,
      after: size,
    });
    return answer;
  }

  /** [X2] [X4] One step after another, until the call fits. */
  private *recover(): Generator<Ask, void, Reply> {
    if (!this.hasRoom) return;
    for (const step of this.layers.recovery) {
      if (this.fits) return;
      yield* this.tryEach(step, 'reactive', this.refusal(), { gapTokens: this.gapTokens });
    }
  }

  private refusal(): Reason {
    const values = { size: Math.round(this.size), fits: this.known().thresholds.fits };
    return { rule: 'X2', code: 'refused', values };
  }

  /** [G2] [G3] One layer after another, until one succeeds. */
  private *compact(trigger: Trigger, reason: Reason, more: Particulars = {}): Generator<Ask, void, Reply> {
    const { gate } = this.active;
    const { compacts } = this.layers.byHand;
    // A user may still run a layer manually if all are off.
    const layers = trigger === 'manual' && gate.length === 0 && compacts !== undefined ? [compacts] : gate;
    yield* this.tryEach(layers, trigger, reason, more);
  }

  private *tryEach(
    layers: readonly BoundLayer[],
    trigger: Trigger,
    reason: Reason,
    more: Particulars = {},
  ): Generator<Ask, boolean, Reply> {
    for (const layer of layers) {
      const isCompaction = layer.turn === 'gate';
      if (isCompaction && trigger !== 'manual' && this.watch.thrash !== undefined) continue;
      if (trigger === 'reactive' && this.watch.isHopeless(layer.id, this.known().call)) continue;
      if (this.isIdle(layer, trigger, more)) continue;
      const outcome = yield* this.takeTurn(layer, trigger, isCompaction ? reason : undefined, more);
      // [G3] Stopping a compaction is not a failure.
      if (isCompaction && outcome.type === 'failed' && outcome.failure.kind !== 'aborted') {
        this.watch.failed(layer.id, this.known().call, outcome.failure.kind);
      }
      if (outcome.type !== 'changed' || outcome.changes.length === 0) continue;
      if (isCompaction) this.watch.succeeded(this.known().call, this.ledger.messages);
      return true;
    }
    return false;
  }

  /** [X2] As far as this layer can tell. Asked before every call, and not worth logging. */
  private wouldBeTaken(layer: BoundLayer): boolean {
    return layer.idle(this.view.stats, this.look()) !== undefined;
  }

  private *takeTurns(layers: readonly BoundLayer[], from: number): Generator<Ask, void, Reply> {
    for (let next = from; next < layers.length; next = this.firstToAsk(layers, next + 1)) {
      const layer = layers[next];
      if (layer !== undefined) yield* this.takeTurn(layer, 'auto');
    }
  }

  /** It was idle, or finished without a model request, as nearly all layers do before nearly all calls. */
  private isDone(layer: BoundLayer): boolean {
    if (this.isIdle(layer, 'auto')) return true;
    if (layer.decide === undefined) return false;
    const outcome = layer.decide(this.view.context, this.look());
    if (outcome !== undefined) this.take(layer, outcome, 'auto');
    return outcome !== undefined;
  }

  private isIdle(layer: BoundLayer, trigger: Trigger, more: Particulars = {}): boolean {
    const env = this.look();
    const reason = layer.idle(this.view.stats, trigger === 'auto' ? env : { ...env, ...more, trigger });
    if (reason === undefined) return false;
    if (this.listener.judged === undefined) return true;
    const before = this.size;
    this.listener.judged({ by: layer.id, trigger, type: 'idle', reason, before, after: before });
    return true;
  }

  private *takeTurn(
    layer: BoundLayer,
    trigger: Trigger,
    opened?: Reason,
    more: Particulars = {},
  ): Generator<Ask, Outcome, Reply> {
    const env = this.look();
    const outcome = yield* layer.run(this.view.context, trigger === 'auto' ? env : { ...env, ...more, trigger });
    this.take(layer, outcome, trigger, opened);
    return outcome;
  }

  private take(layer: BoundLayer, outcome: Outcome, trigger: Trigger, opened?: Reason): void {
    const before = this.size;
    this.apply(layer, outcome, trigger, before, opened);
    if (this.listener.judged === undefined) return;
    const reason = outcome.type === 'failed' ? outcome.failure.reason : outcome.reason;
    this.listener.judged({ by: layer.id, trigger, type: outcome.type, reason, before, after: this.size });
  }

  private apply(layer: BoundLayer, outcome: Outcome, trigger: Trigger, before: number, opened?: Reason): void {
    const { call } = this.known();
    if (outcome.type === 'failed') this.listener.failed({ call, layer: layer.id, ...outcome.failure });
    if (outcome.type !== 'changed') return;
    this.isStale = true;
    this.memory = outcome.context.memory;
    this.freedTokens += outcome.freedTokens ?? 0;
    const { changes, edits, noteTokens, reason } = outcome;
    if (noteTokens !== undefined) this.listener.noted({ call, tokens: noteTokens, reason });
    if (changes.length === 0) return;
    // Results are counted as they arrive: a stored one was never part of the estimate.
    // After a rewind they are already included in the size, with their weights.
    if (layer.turn === 'results' && edits !== undefined) {
      this.roughSince = Math.max(0, this.roughSince - this.roughFreed(edits));
    }
    this.isAsMeasured = false;
    const keepsCache =
      changes[0]?.keepsCache === true &&
      this.setup.cannotDeleteAtServer !== true &&
      changes.every((change) => change.keepsCache === true);
    if (edits === undefined) this.ledger.replace(outcome.context.messages, keepsCache);
    else this.ledger.edit(edits, keepsCache);
    const isCompaction = layer.turn === 'gate';
    // [T4] The latest usage was for content that is gone.
    if (isCompaction) this.resize(this.size);
    const last = this.watch.lastCompaction;
    this.listener.changed({
      call,
      layer: layer.id,
      turn: layer.turn,
      trigger,
      before,
      after: this.size,
      reason: opened ?? reason,
      changes,
      summaryTokens: outcome.summaryTokens ?? 0,
      boundary: outcome.boundary,
      callsSinceLast: isCompaction && last !== undefined ? call - last : undefined,
    });
  }

  private look(): Env {
    if (this.isStale) {
      const { used, lastAssistantMs } = this;
      const explainsIdle = this.listener.judged !== undefined;
      this.view.bringUpToDate(this.known(), this.memory, { used, lastAssistantMs, explainsIdle });
      this.isStale = false;
    }
    return this.view.env;
  }

  private lookAtContext(): Context {
    this.look();
    return this.view.context;
  }

  private roughFreed(edits: Edits): number {
    let freed = 0;
    for (const { place, message } of edits) {
      const before = this.ledger.messages[place];
      if (before !== undefined) freed += roughMessage(before.message) - roughMessage(message.message);
    }
    return freed;
  }

  private addMessage(message: ContextMessage): void {
    this.ledger.add(message);
    this.freshResults += message.shape.results;
    if (message.shape.calls > 0) this.toolsCalled.add(message);
  }

  /** What is now known about the next call. */
  begin(facts: CallFacts): void {
    this.facts = facts;
    this.isStale = true;
    this.view.stats.freshResults = this.freshResults;
  }

  private known(): CallFacts {
    if (this.facts === undefined) throw new Error('Nothing is known of the call yet');
    return this.facts;
  }
}
