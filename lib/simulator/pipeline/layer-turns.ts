import type { BoundLayer } from '../../layers/bound-layer';
import { hookedTrigger, hooksAt, saidTogether } from '../../layers/shape/compaction-hooks';
import type { Change, Context, ContextMessage, Edits } from '../../layers/shape/context';
import type {
  AnyReply,
  Ask,
  Asked,
  CompactionHooks,
  Env,
  HookAsk,
  Outcome,
  Reply,
  Trigger,
} from '../../layers/shape/layer';
import { emptyMemory, type Memory } from '../../layers/shape/memory';
import { type SessionEvent, startOfProject } from '../../layers/shape/project-memory';
import type { Reason } from '../../layers/shape/reason';
import { measureOf } from '../../policies/shape/measure';
import type { Message } from '../../transcript/transcript';
import { type BesideAsk, outcomeOf } from './beside-ask';
import type { CallFacts } from './call-facts';
import { CompactionWatch } from './compaction-watch';
import { ContextLedger } from './context-ledger';
import { ContextSize } from './context-size';
import { sizeBefore } from './gate';
import { type Changed, withResults } from './hook-results';
import { LayerView } from './layer-view';
import type { PipelineListener } from './pipeline-listener';
import type { PipelineSetup } from './pipeline-setup';
import { policyCount } from './policy-count';

/** Special to prompts, manual compactions and rejected calls. */
type Particulars = Partial<Pick<Env, 'focus' | 'partial' | 'gapTokens' | 'prompt' | 'hooks' | 'waiting'>>;

const NO_PARTICULARS: Particulars = {};

/** The context of a run, and its layers' turns at it: shows it to a layer, applies the outcome, and reports it. */
export class LayerTurns {
  readonly ledger: ContextLedger;
  readonly size: ContextSize;
  readonly watch: CompactionWatch;
  memory: Memory;
  /** [N2] [J2] Asked beside the turn, and not answered yet. */
  open: BesideAsk | undefined;
  /** Since the latest call was prepared. */
  freshResults: number;
  private known: CallFacts | undefined;
  private readonly toolsCalled: CalledTools;
  private lastAssistantMs: number | undefined;
  private readonly view: LayerView;
  private isStale = true;

  constructor(
    private readonly setup: PipelineSetup,
    readonly listener: PipelineListener,
    /** [J4] */
    private readonly keepers: readonly BoundLayer[],
    from?: LayerTurns,
  ) {
    const { policy } = setup;
    const exemptTools = new Set(policy.exemptTools);
    const count = policyCount(policy.counter);
    const countOwn = typeof count === 'function' ? count : undefined;
    this.ledger = from?.ledger.countedBy(exemptTools, countOwn) ?? new ContextLedger(exemptTools, countOwn);
    const waitsWithPrompt = policy.looks?.endsWith('without-prompt') === true;
    this.size = new ContextSize(this.ledger, count, measureOf(policy), waitsWithPrompt, from?.size);
    // [G3] A new policy starts without failures.
    this.watch = from?.setup.policy === policy ? from.watch.clone() : new CompactionWatch();
    this.memory = from?.memory ?? firstMemory(setup);
    this.open = from?.open;
    this.freshResults = from?.freshResults ?? 0;
    this.lastAssistantMs = from?.lastAssistantMs;
    this.toolsCalled = new CalledTools(from?.toolsCalled);
    const { toolsCalled } = this;
    this.view = new LayerView(setup, this.ledger, this.memory, { exemptTools, toolsCalled });
  }

  /** What is now known about the next call. */
  begin(facts: CallFacts): void {
    this.known = facts;
    this.isStale = true;
    this.view.stats.freshResults = this.freshResults;
  }

  get facts(): CallFacts {
    if (this.known === undefined) throw new Error('Nothing is known of the call yet');
    return this.known;
  }

  get carried(): number {
    return this.size.carried(this.facts);
  }

  get context(): Context {
    this.look();
    return this.view.context;
  }

  addMessage(message: ContextMessage): void {
    this.ledger.add(message);
    this.freshResults += message.shape.results;
    if (message.shape.calls > 0) this.toolsCalled.add(message);
  }

  /** Replaces the context with a recorded one. */
  adopt(messages: readonly ContextMessage[], isCompacted: boolean): void {
    if (isCompacted) this.followCompaction(this.entered, messages);
    const all = this.withShown(messages);
    this.ledger.replace(all);
    this.memory = { ...this.memory, collapses: [] };
    if (isCompacted) this.size.forgetReasoning();
    this.size.isAsMeasured = all === messages;
    this.freshResults = 0;
  }

  private followCompaction(entered: number, left: readonly ContextMessage[]): void {
    if (this.keepers.length === 0) return;
    this.follow({ type: 'compacted', entered, kept: left.flatMap(({ recordedAt }) => recordedAt?.at ?? []) });
  }

  /** [T5] The same messages with different weights. The latest usage stays valid. */
  reweigh(edits: Edits): void {
    this.ledger.edit(edits, true);
    this.isStale = true;
  }

  /** The call was made. */
  sent(used: number, output: number, reasoning: number): void {
    this.isStale = true;
    this.size.sent(used, output, reasoning);
    this.lastAssistantMs = this.facts.nowMs ?? this.lastAssistantMs;
  }

  /** The first, from a place on, that did not finish immediately. */
  firstToAsk(layers: readonly BoundLayer[], from: number): number {
    for (let next = from; next < layers.length; next++) {
      const layer = layers[next];
      if (layer !== undefined && !this.isDone(layer)) return next;
    }
    return layers.length;
  }

  *takeTurns(layers: readonly BoundLayer[], from: number): Generator<Asked, void, AnyReply> {
    for (let next = from; next < layers.length; next = this.firstToAsk(layers, next + 1)) {
      const layer = layers[next];
      if (layer !== undefined) yield* this.takeTurn(layer, 'auto');
    }
  }

  /** [R1] Of layers that act at a prompt. */
  *takeTurnsAt(prompt: ContextMessage, layers: readonly BoundLayer[]): Generator<Asked, void, AnyReply> {
    for (const layer of layers) {
      if (!this.isIdle(layer, 'auto', { prompt })) yield* this.takeTurn(layer, 'auto', undefined, { prompt });
    }
  }

  /** [J4] Tells the layers that keep memory. */
  follow(event: SessionEvent): void {
    const { project } = this.memory;
    if (project === undefined || this.keepers.length === 0) return;
    const { counter } = this.setup;
    const { transcript } = this.facts;
    const now = this.keepers.reduce(
      (memory, { follow }) => follow?.(memory, event, { counter, transcript }) ?? memory,
      project,
    );
    this.memory = { ...this.memory, project: now };
    this.isStale = true;
    const { opening } = now;
    if (opening === project.opening || opening === undefined) return;
    this.size.opening = opening.rulesTokens + opening.indexTokens;
    this.listener.remembered?.(this.facts.call, { type: 'opened', opening });
  }

  /** So many messages of the recording have entered. */
  get entered(): number {
    return (this.ledger.messages.findLast(({ recordedAt }) => recordedAt !== undefined)?.recordedAt?.at ?? -1) + 1;
  }

  /** [R3] The memories that were shown before stay, unless the context was compacted. */
  withShown(messages: readonly ContextMessage[]): readonly ContextMessage[] {
    const { shown = [] } = this.memory.project ?? {};
    if (shown.length === 0) return messages;
    const all = [...messages];
    for (const { message: id, prompt } of shown) {
      const made = this.ledger.messages.find(({ message }) => message.id === id);
      if (made === undefined) continue;
      const next = all.findIndex(({ recordedAt }) => recordedAt !== undefined && recordedAt.at > prompt);
      all.splice(next === -1 ? all.length : next, 0, made);
    }
    return all;
  }

  /** [G3] */
  get isLatched(): boolean {
    return this.watch.isInflated && this.setup.policy.latchesWhenInflated === true;
  }

  /** [G2] [G3] One layer after another, until one succeeds. */
  *tryEach(
    layers: readonly BoundLayer[],
    trigger: Trigger,
    reason: Reason,
    given: Particulars = NO_PARTICULARS,
  ): Generator<Asked, boolean, AnyReply> {
    let more = given;
    let isAsked = false;
    for (const layer of layers) {
      const isCompaction = layer.turn === 'gate';
      if (isCompaction && trigger !== 'manual' && (this.watch.thrash !== undefined || this.isLatched)) continue;
      if (trigger === 'reactive' && this.watch.isHopeless(layer.id, this.facts.call)) continue;
      if (this.isIdle(layer, trigger, more)) continue;
      if (isCompaction && !isAsked) {
        isAsked = true;
        more = yield* this.withHooks(trigger, more);
        if (more !== given && this.isIdle(layer, trigger, more)) continue;
      }
      const outcome = yield* this.takeTurn(layer, trigger, isCompaction ? reason : undefined, more);
      // [G3] Stopping a compaction is not a failure.
      if (isCompaction && outcome.type === 'failed' && outcome.failure.kind !== 'aborted') {
        this.watch.failed(layer.id, this.facts.call, outcome.failure.kind);
      }
      if (outcome.type !== 'changed' || outcome.changes.length === 0) continue;
      if (isCompaction) this.watch.succeeded(this.facts.call, this.ledger.messages);
      return true;
    }
    return false;
  }

  /** [H4] Once, before the first layer that would compact. */
  private *withHooks(trigger: Trigger, more: Particulars): Generator<Asked, Particulars, AnyReply> {
    const known = hookedTrigger(trigger);
    const focus = more.focus ?? '';
    const said = yield* this.saidByHooks({ type: 'hooks', trigger: known, when: 'before', focus });
    if (said === undefined) return more;
    return { ...more, hooks: saidTogether(hooksAt({ hooks: this.setup.policy.hooks, trigger }), said) };
  }

  /** [H4] What they print after a compaction is last. */
  private *withHookResults(outcome: Changed, trigger: Trigger, env: Env): Generator<Asked, Changed, AnyReply> {
    const { messages } = outcome.context;
    const made = messages.findLast(({ message }) => message.kind === 'summary');
    const summary = (made?.parts ?? []).flatMap(({ part }) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    const ask = { type: 'hooks', trigger: hookedTrigger(trigger), when: 'after', summary } as const;
    const { results = [] } = (yield* this.saidByHooks(ask)) ?? {};
    return results.length === 0 ? outcome : withResults(outcome, results, env);
  }

  private *saidByHooks(ask: HookAsk): Generator<Asked, CompactionHooks | undefined, AnyReply> {
    const { hooks } = this.setup;
    if (hooks === undefined) return undefined;
    if (!hooks.asks(ask.trigger, ask.when)) return hooks.said(ask.trigger, ask.when, this.facts.call);
    const reply = yield ask;
    return reply.type === 'hooks' ? reply.said : undefined;
  }

  *takeTurn(
    layer: BoundLayer,
    trigger: Trigger,
    opened?: Reason,
    more: Particulars = NO_PARTICULARS,
  ): Generator<Asked, Outcome, AnyReply> {
    const env = this.look();
    const isUsual = trigger === 'auto' && more === NO_PARTICULARS;
    const known = isUsual ? env : { ...env, ...more, trigger };
    const alone = yield* this.outcomeOf(layer, known);
    const isCompaction = layer.turn === 'gate' && alone.type === 'changed' && alone.changes.length > 0;
    const outcome = isCompaction ? yield* this.withHookResults(alone, trigger, known) : alone;
    this.take(layer, outcome, trigger, opened);
    return outcome;
  }

  private *outcomeOf(layer: BoundLayer, env: Env): Generator<Asked, Outcome, AnyReply> {
    const work = layer.run(this.view.context, env);
    let step = work.next();
    while (step.done !== true) {
      const ask = step.value;
      if ('beside' in ask && ask.beside !== undefined) return this.setAside(layer, ask, env, ask.beside);
      const reply = yield ask;
      if (reply.type === 'hooks') throw new Error('Hooks were not asked');
      step = work.next(reply);
    }
    return step.value;
  }

  /** [N2] [J2] View and ledger change while it is answered. */
  private setAside(layer: BoundLayer, ask: Ask, env: Env, reason: Reason): Outcome {
    const messages = [...this.ledger.messages];
    const context = { messages, memory: this.memory };
    this.open = { layer, ask: { ...ask, context: { messages } }, call: this.facts.call, context, env: { ...env } };
    this.isStale = true;
    return { type: 'unchanged', reason };
  }

  /** [J2] Of its memory only the note is taken over, unless a newer one was requested meanwhile: the rest may be outdated. */
  answered(reply: Reply): void {
    const { open } = this;
    if (open === undefined) throw new Error('No work goes on beside the turn');
    this.open = undefined;
    this.isStale = true;
    const { layer, call, context: before } = open;
    const outcome = outcomeOf(open, reply);
    if (outcome.type === 'failed') this.listener.failed({ call, layer: layer.id, ...outcome.failure });
    if (outcome.type !== 'changed' || this.memory.note?.last !== before.memory.note?.last) return;
    const { context, noteTokens, reason } = outcome;
    this.memory = { ...this.memory, note: context.memory.note };
    if (noteTokens !== undefined) this.listener.noted({ call, tokens: noteTokens, reason });
  }

  take(layer: BoundLayer, outcome: Outcome, trigger: Trigger, opened?: Reason): void {
    const before = this.carried;
    this.apply(layer, outcome, trigger, before, opened);
    if (this.listener.judged === undefined) return;
    const reason = outcome.type === 'failed' ? outcome.failure.reason : outcome.reason;
    this.listener.judged({
      by: layer.id,
      trigger,
      type: outcome.type,
      reason,
      before: opened === undefined ? before : sizeBefore({ before, reason: opened }),
      after: this.carried,
    });
  }

  /** As far as this layer can tell. Asked before every call, and not worth logging. */
  hasNothingToDo(layer: BoundLayer): boolean {
    return layer.idle(this.view.stats, this.look()) !== undefined;
  }

  /** It was idle, or finished without a model request, as nearly all layers do before nearly all calls. */
  private isDone(layer: BoundLayer): boolean {
    if (this.isIdle(layer, 'auto')) return true;
    if (layer.decide === undefined) return false;
    const outcome = layer.decide(this.view.context, this.look());
    if (outcome !== undefined) this.take(layer, outcome, 'auto');
    return outcome !== undefined;
  }

  private isIdle(layer: BoundLayer, trigger: Trigger, more: Particulars = NO_PARTICULARS): boolean {
    const env = this.look();
    const isUsual = trigger === 'auto' && more === NO_PARTICULARS;
    const reason = layer.idle(this.view.stats, isUsual ? env : { ...env, ...more, trigger });
    if (reason === undefined) return false;
    if (this.listener.judged === undefined) return true;
    const before = this.carried;
    this.listener.judged({ by: layer.id, trigger, type: 'idle', reason, before, after: before });
    return true;
  }

  private apply(layer: BoundLayer, outcome: Outcome, trigger: Trigger, before: number, opened?: Reason): void {
    const { call } = this.facts;
    if (outcome.type === 'failed') this.listener.failed({ call, layer: layer.id, ...outcome.failure });
    if (outcome.type !== 'changed') return;
    this.isStale = true;
    this.memory = outcome.context.memory;
    this.size.free(outcome.freedTokens ?? 0);
    const { changes, edits, noteTokens, reason, happened } = outcome;
    if (happened !== undefined) for (const event of happened) this.listener.remembered?.(call, event);
    if (noteTokens !== undefined) this.listener.noted({ call, tokens: noteTokens, reason });
    if (changes.length === 0) return;
    if (layer.turn === 'results' && edits !== undefined) this.size.shrinkAdded(edits);
    this.size.isAsMeasured = false;
    const keepsCache =
      changes[0]?.keepsCache === true &&
      this.setup.cannotDeleteAtServer !== true &&
      changes.every((change) => change.keepsCache === true);
    const entered = layer.turn === 'gate' && this.keepers.length > 0 ? this.entered : 0;
    if (edits === undefined) this.ledger.replace(outcome.context.messages, keepsCache);
    else this.ledger.edit(edits, keepsCache);
    const isCompaction = layer.turn === 'gate';
    if (layer.turn === 'prompt') for (const each of addedBy(changes, outcome.context.messages)) this.size.add(each);
    const openingBefore = this.size.opening;
    if (isCompaction) this.followCompaction(entered, this.ledger.messages);
    const grown = this.size.opening - openingBefore;
    if (isCompaction) this.size.compacted(this.carried);
    const last = this.watch.lastCompaction;
    this.listener.changed({
      call,
      layer: layer.id,
      turn: layer.turn,
      trigger,
      before,
      after: this.carried,
      reason: opened ?? reason,
      // [A5] It read the index of the memory anew.
      changes: grown === 0 ? changes : [...changes, { fate: 'injected', parts: [], tokens: -grown }],
      summaryTokens: outcome.summaryTokens ?? 0,
      boundary: outcome.boundary,
      callsSinceLast: isCompaction && last !== undefined ? call - last : undefined,
    });
  }

  private look(): Env {
    if (this.isStale) {
      const { lastAssistantMs, facts } = this;
      const explainsIdle = this.listener.judged !== undefined;
      const { opening, ofNewTurn } = this.size;
      const used = this.size.used(facts);
      const hasOpenAsk = this.open !== undefined;
      this.view.bringUpToDate(facts, this.memory, {
        used,
        opening,
        lastAssistantMs,
        explainsIdle,
        hasOpenAsk,
        ofNewTurn,
      });
      this.isStale = false;
    }
    return this.view.env;
  }
}

function firstMemory({ memoryBefore }: PipelineSetup): Memory {
  return memoryBefore === undefined ? emptyMemory : { ...emptyMemory, project: startOfProject(memoryBefore) };
}

function addedBy(changes: readonly Change[], messages: readonly ContextMessage[]): readonly Message[] {
  const added = new Set(changes.flatMap(({ parts }) => parts.map(({ message }) => message)));
  return messages.flatMap(({ message }) => (added.has(message.id) ? message : []));
}

/** The names of all called tools. Only compactions need them, so messages are collected until then. */
class CalledTools implements Iterable<string> {
  private readonly names: Set<string>;
  private waiting: ContextMessage[];

  constructor(from?: CalledTools) {
    this.names = new Set(from?.names);
    this.waiting = [...(from?.waiting ?? [])];
  }

  add(message: ContextMessage): void {
    this.waiting.push(message);
  }

  [Symbol.iterator](): Iterator<string> {
    for (const { parts } of this.waiting) {
      for (const { part } of parts) if (part.kind === 'tool-call') this.names.add(part.name);
    }
    this.waiting = [];
    return this.names.values();
  }
}
