import type { BoundLayer } from '../../layers/bound-layer';
import type { ContextMessage, Edits } from '../../layers/shape/context';
import type { AnyReply, Ask, Asked, HookAsk, Reply } from '../../layers/shape/layer';
import type { SessionNote } from '../../layers/shape/memory';
import type { OwnAsk } from '../../layers/shape/own';
import type { Opening, ProjectMemory } from '../../layers/shape/project-memory';
import { writtenAsks } from '../../layers/shape/written-asks';
import type { MessageId } from '../../transcript/transcript';
import type { Command } from '../commands/command';
import { type ActiveLayers, activeLayers } from './active-layers';
import type { BesideAsk } from './beside-ask';
import type { CallFacts } from './call-facts';
import type { ContextLedger } from './context-ledger';
import type { CountedTerms } from './context-size';
import { BELOW_THRESHOLD, type GateAnswer, type GateState, gate } from './gate';
import { LayerTurns } from './layer-turns';
import type { PipelineListener } from './pipeline-listener';
import type { PipelineSetup } from './pipeline-setup';
import { hasRoom, recover, recoverRefused, wouldBeRefused } from './recovery';
import { runCommand } from './run-command';

/**
 * The work of a policy before and after each call: layers in order, the gate, and the recovery of a rejected call. Like
 * its layers, it yields model requests: a replay answers immediately, an agent has a model answer.
 */
export class Pipeline {
  /** What the gate compared with the threshold before the latest call. */
  compared = 0;
  readonly ledger: ContextLedger;
  private readonly layers: ActiveLayers;
  private readonly turns: LayerTurns;

  constructor(
    private readonly setup: PipelineSetup,
    private readonly listener: PipelineListener,
    from?: Pipeline,
  ) {
    this.layers = activeLayers(setup.policy, setup.own);
    this.turns = new LayerTurns(setup, listener, this.layers.keepers, from?.turns);
    this.ledger = this.turns.ledger;
  }

  clone(listener: PipelineListener): Pipeline {
    return new Pipeline(this.setup, listener, this);
  }

  /** The same context under another policy, or for another model, from the next call on. */
  under(changed: Partial<PipelineSetup>): Pipeline {
    return new Pipeline({ ...this.setup, ...changed }, this.listener, this);
  }

  /** A message was added, other than the reply to the last call. */
  enter(message: ContextMessage, rough: number): void {
    this.turns.addMessage(message);
    this.turns.size.enter(message, rough);
  }

  /** What is now known about the next call. */
  begin(facts: CallFacts): void {
    this.turns.begin(facts);
  }

  /** Does the work before a call. Returns undefined if it finished without a model request, which is the usual case. */
  prepare(facts: CallFacts): Generator<Ask | HookAsk | OwnAsk, void, AnyReply> | undefined {
    this.begin(facts);
    const { layers, turns } = this;
    if (this.setup.onlyJudges === true) {
      turns.freshResults = 0;
      this.askGate();
      return undefined;
    }
    const next = turns.freshResults > 0 ? layers.whenResultsEntered : layers.byTurn['before-call'];
    turns.freshResults = 0;
    const waiting = turns.firstToAsk(next, 0);
    const work = waiting < next.length ? this.goOn(next, waiting) : this.makeRoom();
    return work && writtenAsks(work);
  }

  private *goOn(layers: readonly BoundLayer[], from: number): Generator<Asked, void, AnyReply> {
    yield* this.turns.takeTurns(layers, from);
    const work = this.makeRoom();
    if (work !== undefined) yield* work;
  }

  /** If there is too little. */
  private makeRoom(): Generator<Asked, void, AnyReply> | undefined {
    const answer = this.askGate();
    return answer.opens || wouldBeRefused(this.layers, this.turns) ? this.compactAndRecover(answer) : undefined;
  }

  private *compactAndRecover({ opens, reason }: GateAnswer): Generator<Asked, void, AnyReply> {
    const { waiting } = this.turns.size;
    if (opens)
      yield* this.turns.tryEach(this.layers.byTurn.gate, 'auto', reason, waiting > 0 ? { waiting } : undefined);
    yield* recover(this.layers, this.turns);
  }

  /** [G1] */
  private askGate(): GateAnswer {
    const { layers, turns, listener } = this;
    const { facts, watch } = turns;
    const { thresholds } = facts;
    this.compared = this.used;
    const { length: messages } = this.ledger.messages;
    const { atMessages = Number.POSITIVE_INFINITY } = thresholds;
    const isBelow = this.compared < thresholds.auto && messages < atMessages;
    if (listener.judged === undefined && isBelow) return BELOW_THRESHOLD;
    const state: GateState = {
      isOn: layers.byTurn.gate.length > 0,
      isThrashing: watch.thrash !== undefined,
      hasRoom: hasRoom(facts, turns.size),
      failuresInARow: watch.failuresInARow,
      isLatched: turns.isLatched,
      asker: this.setup.asker,
      isAutomatic: thresholds.isAutomatic,
      isReactiveOnly: this.setup.policy.isReactiveOnly === true,
      isInTurn: this.setup.policy.looks?.startsWith('turns') === true && turns.size.ofNewTurn === 0,
      isCollapseOn: layers.takeGatesPlace,
      used: this.compared,
      threshold: thresholds.auto,
      messages,
      atMessages: thresholds.atMessages,
      isAbove: thresholds.isAutoAbove === true,
    };
    let answer = gate(state);
    if (answer.opens && watch.isFullAgain(facts.call, this.ledger.messages)) {
      answer = gate({ ...state, isThrashing: true });
    }
    const { size } = this;
    listener.judged?.({
      by: 'gate',
      trigger: 'auto',
      type: answer.opens ? 'open' : 'closed',
      reason: answer.reason,
      before: size,
      after: size,
    });
    return answer;
  }

  /** The call was made. If its reply is known, it is already included in the size after the call. */
  sent(used: number, output: number, reply: ContextMessage | undefined, reasoning = 0): void {
    this.turns.sent(used, output, reasoning);
    if (reply !== undefined) this.turns.addMessage(reply);
  }

  /** The work after the response, if there is any. */
  afterResponse(): Generator<Ask | HookAsk | OwnAsk, void, AnyReply> | undefined {
    if (this.setup.onlyJudges === true) return undefined;
    const layers = this.layers.byTurn['after-response'];
    const waiting = this.turns.firstToAsk(layers, 0);
    return waiting === layers.length ? undefined : writtenAsks(this.turns.takeTurns(layers, waiting));
  }

  /** [N2] [J2] What a layer asked for beside the turn, until it is answered. */
  get open(): BesideAsk | undefined {
    return this.turns.open;
  }

  answered(reply: Reply): void {
    this.turns.answered(reply);
  }

  /** [X2] The provider rejected the call. Returns whether anything was done about it. */
  *refused(facts: CallFacts, gapTokens?: number): Generator<Ask | HookAsk | OwnAsk, boolean, AnyReply> {
    this.begin(facts);
    return yield* writtenAsks(recoverRefused(this.layers, this.turns, gapTokens));
  }

  *command(facts: CallFacts, command: Command): Generator<Ask | HookAsk | OwnAsk, void, AnyReply> {
    this.begin(facts);
    yield* writtenAsks(runCommand(this.setup.policy, this.layers, this.turns, command));
  }

  /** [J4] A layer that keeps memory is on, and there is a memory to keep. */
  get keepsMemory(): boolean {
    return this.layers.keepers.length > 0 && this.turns.memory.project !== undefined && this.setup.onlyJudges !== true;
  }

  /** [A5] The session begins, or a layer was turned on in its middle. */
  openMemory(facts: CallFacts): void {
    if (!this.keepsMemory || this.opening !== undefined) return;
    this.begin(facts);
    this.turns.follow({ type: 'begun' });
  }

  /** [R1] A prompt was added. */
  *prompted(facts: CallFacts, prompt: ContextMessage): Generator<Asked, void, AnyReply> {
    this.begin(facts);
    yield* this.turns.takeTurnsAt(prompt, this.layers.byTurn.prompt);
  }

  /** [A7] After a reply without tool calls. */
  turnEnded(): Generator<Asked, void, AnyReply> | undefined {
    const layers = this.layers.byTurn['turn-end'];
    const waiting = this.turns.firstToAsk(layers, 0);
    return waiting === layers.length ? undefined : this.turns.takeTurns(layers, waiting);
  }

  /** The user went back: these messages are gone, and what layers added because of them. */
  rewound(dropped: ReadonlySet<MessageId>): void {
    const gone = new Set(dropped);
    if (this.keepsMemory) {
      const places = new Set<number>();
      for (const { message, recordedAt } of this.ledger.messages) {
        if (recordedAt !== undefined && dropped.has(message.id)) places.add(recordedAt.at);
      }
      for (const { message, prompt } of this.memory?.shown ?? []) if (places.has(prompt)) gone.add(message);
      this.turns.follow({ type: 'rewound', entered: this.turns.entered, dropped: places });
    }
    const { messages } = this.ledger;
    const { size } = this.turns;
    size.rewound(messages.slice(messages.length - size.ofNewTurn).map(({ message }) => !gone.has(message.id)));
    this.ledger.replace(messages.filter(({ message }) => !gone.has(message.id)));
  }

  /** Whatever the agent does after its last turn, nobody looks at it any more. */
  endMemory(): ProjectMemory | undefined {
    if (!this.keepsMemory) return undefined;
    this.turns.follow({ type: 'ended', entered: this.turns.entered });
    return this.memory;
  }

  get memory(): ProjectMemory | undefined {
    return this.turns.memory.project;
  }

  /** [A5] */
  get opening(): Opening | undefined {
    return this.memory?.opening;
  }

  /** [A5] Tokens of it. */
  get openingTokens(): number {
    return this.turns.size.opening;
  }

  /** Replaces the context with a recorded one. `isCompacted`: after a full compaction. */
  adopt(messages: readonly ContextMessage[], isCompacted = true): void {
    this.turns.adopt(messages, isCompacted);
  }

  /** [T5] The same messages with different weights. The latest usage stays valid. */
  reweigh(edits: Edits): void {
    this.turns.reweigh(edits);
  }

  /** [T2] The content was replaced, so earlier measurements no longer apply. */
  resize(tokens: number): void {
    this.turns.size.startFrom(tokens);
  }

  get isAsMeasured(): boolean {
    return this.turns.size.isAsMeasured;
  }

  /** [T9] Tokens of the context as the policy counts them. */
  get used(): number {
    return this.turns.size.used(this.turns.facts);
  }

  get countedTerms(): CountedTerms {
    return this.turns.size.terms;
  }

  /** What the call would carry now. */
  get size(): number {
    return this.turns.carried;
  }

  /** [X1] */
  get fits(): boolean {
    return this.turns.size.fits(this.turns.facts);
  }

  /** [X3] With automatic compaction off, the turn would be blocked before the call. */
  get isBlocked(): boolean {
    const { thresholds } = this.turns.facts;
    if (this.setup.onlyJudges === true) return false;
    return !thresholds.isAutomatic && this.layers.byTurn.gate.length > 0 && this.used >= thresholds.blocking;
  }

  get thrash() {
    return this.turns.watch.thrash;
  }

  /** [N1] */
  get note(): SessionNote | undefined {
    return this.turns.memory.note;
  }
}
