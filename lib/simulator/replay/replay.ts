import type { Mutable } from '../../base/mutable';
import { optional } from '../../base/optional';
import { MAX_MISCOUNTED } from '../../economics/window-of';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import { type EarlierPolicy, policyOfCall } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import type { Summarizer } from '../../summarizers/summarizer';
import { categories } from '../../tokens/category';
import { roughMessage } from '../../tokens/rough';
import type { Boundary, MessageId } from '../../transcript/transcript';
import type { Command } from '../commands/command';
import type { CallFacts } from '../pipeline/call-facts';
import { askerOf } from '../pipeline/gate';
import { Pipeline } from '../pipeline/pipeline';
import type { PipelineListener } from '../pipeline/pipeline-listener';
import { isFollowing, type ReplayMode } from '../pipeline/replay-mode';
import type { SimulatedChange, SimulatedFailure, SimulatedNote, Simulation } from '../pipeline/simulation';
import type { Verdict } from '../pipeline/verdict';
import type { Loss } from '../recorded/losses';
import { recordedMessages } from '../recorded/recorded-messages';
import { type FeedListener, RecordingFeed } from '../recorded/recording-feed';
import type { ReplayMaterial } from '../recorded/replay-material';
import { type Stretch, stretchesOf, stretchesOfAll } from '../recorded/stretches';
import { thresholdSteps } from '../recorded/threshold-steps';
import { fittingEdits, lossEdits, type UnchangedContext } from '../recorded/unchanged-context';
import { InstructionTokens } from './instruction-tokens';
import { changesAfterLastCall, recordedChanges } from './recorded-changes';
import type { SentRequest } from './requests';
import { SimulationRecorder } from './simulation-recorder';

export interface ReplayOptions {
  readonly mode?: ReplayMode;
  /** Messages that no layer may remove. */
  readonly pinned?: readonly MessageId[];
  /** Manual commands, each before a call. */
  readonly commands?: readonly CommandAtCall[];
  /** [F9] In a free replay, what the user typed into the recording does not happen. */
  readonly skipsRecordedCommands?: boolean;
  /** The policy of a live run was changed while it ran: what it was before. */
  readonly earlier?: readonly EarlierPolicy[];
  /** [E1] Predicts the bill of every request, including unchanged ones, to measure the prediction error. */
  readonly predictsBill?: boolean;
}

export interface CommandAtCall {
  readonly call: number;
  readonly command: Command;
}

/** Replays a recording: the agent's actions are as recorded, and the context is the policy's. */
export function replay(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
  options: ReplayOptions = {},
): Simulation {
  const run = new Replay(material, policy, summarizer, options);
  run.advanceTo(material.transcript.calls.length - 1);
  return run.result();
}

/** Some other calls of the session have usage. */
const MISCOUNTED_BETWEEN = 0.02;

/** A replay in progress. */
export class Replay implements FeedListener, PipelineListener {
  /** The next call. */
  next = 0;
  deadAt: number | undefined;
  judged?: (verdict: Verdict) => void;
  pipeline: Pipeline;
  private readonly book: SimulationRecorder;
  // One object for all calls, for speed: nobody keeps it.
  private facts: Mutable<CallFacts> | undefined;
  private readonly request: Mutable<SentRequest> = {
    call: 0,
    model: '',
    timeMs: undefined,
    output: 0,
    systemTokens: 0,
  };
  private readonly stretches: readonly Stretch[];
  private readonly recordedColumns: readonly Float64Array[];
  private readonly unchanged: UnchangedContext;
  private readonly instructions: InstructionTokens;
  private readonly feed: RecordingFeed;
  private stretch = 0;
  /** The policy at the next call. */
  private current: Policy;
  private blockedAt: number | undefined;
  /** The last call whose work was done before a recorded compaction that came in between. */
  private lookedAt = -1;
  private adopts = false;
  /** The context at a recorded compaction that happens here too: messages of the same call may follow it. */
  private beforeCut: readonly ContextMessage[] | undefined;
  private cuts: Boundary[] = [];
  /** [Y3] Its work was done: from then on its system part is the one that it sends. */
  private preparedCall = -1;
  /** The recording was compacted, and this context was not: its categories are no longer the recorded ones. */
  private isAhead = false;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly policy: Policy,
    private readonly summarizer: Summarizer,
    private readonly options: ReplayOptions,
    from?: Replay,
  ) {
    const { transcript, counter, recorded } = material;
    this.unchanged = material.unchanged(options.mode ?? 'free');
    this.instructions = from?.instructions ?? new InstructionTokens(counter);
    const { pinned = [], earlier = [] } = options;
    this.stretches = from?.stretches ?? stretchesOfAll(transcript, policy, earlier, material.limits);
    this.current = from?.current ?? policyOfCall({ policy, earlier }, 0);
    const onlyJudges = options.mode === 'recorded';
    const setup = { policy: this.current, counter, asker: askerOf(transcript), pinned: new Set(pinned), onlyJudges };
    this.pipeline = from?.pipeline.clone(this) ?? new Pipeline(setup, this);
    this.feed = from?.feed.clone(this) ?? new RecordingFeed(material, this, isFollowing(options.mode));
    this.book = new SimulationRecorder(from === undefined ? transcript.calls.length : 0, material.cache);
    this.recordedColumns = categories.map((category) => recorded.timeline.byCategory[category]);
    this.next = from?.next ?? 0;
    this.stretch = from?.stretch ?? 0;
    this.lookedAt = from?.lookedAt ?? -1;
    this.preparedCall = from?.preparedCall ?? -1;
    this.deadAt = from?.deadAt;
    this.isAhead = from?.isAhead ?? false;
  }

  /** Continues independently from the same call. Its columns are incomplete from there on. */
  clone(): Replay {
    return new Replay(this.material, this.policy, this.summarizer, this.options, this);
  }

  advanceTo(call: number): void {
    for (; this.next <= call && this.deadAt === undefined; this.next++) this.step(this.next);
  }

  /** Does the work before one call, and no more. Returns what the context was before the work, with all additions. */
  prepare(call: number): readonly ContextMessage[] {
    this.beforeCut = undefined;
    this.takeOver(call);
    const before = this.withEntered([...this.pipeline.ledger.messages]);
    if (this.material.calls.isAside[call] === 1) this.pipeline.begin(this.factsOf(call));
    else this.work(call);
    return before;
  }

  /** What a compaction of this call removed is still there, and what it added is not. */
  private withEntered(now: readonly ContextMessage[]): readonly ContextMessage[] {
    const { beforeCut: before } = this;
    if (before === undefined) return now;
    const known = new Set(before.map(({ message }) => message.id));
    const isNew = ({ message, origin, recordedAt }: ContextMessage) =>
      origin === 'recorded' && !known.has(message.id) && this.material.isConsequence[recordedAt?.at ?? -1] !== 1;
    return [...before, ...now.filter(isNew)];
  }

  result(): Simulation {
    if (this.options.mode === 'recorded')
      for (const change of changesAfterLastCall(this.material)) this.changed(change);
    const { thrash } = this.pipeline;
    const thresholds = this.stretches.at(-1)?.thresholds;
    if (thresholds === undefined) throw new Error('A transcript has one stretch at least');
    return this.book.result({
      policy: this.policy.id,
      mode: this.options.mode ?? 'free',
      thresholds,
      ...optional('steps', thresholdSteps(this.stretches)),
      ...optional('thrash', thrash),
      ...optional('deadAt', this.deadAt),
      ...optional('blockedAt', this.blockedAt),
    });
  }

  private step(call: number): void {
    this.takeOver(call);
    if (this.material.calls.isAside[call] === 1) {
      if (this.isNotAsked(call)) this.show(call);
      else this.book.aside(call, this.unchanged.used[call] ?? 0);
      this.takeReplyUnsent(call);
      return;
    }
    this.work(call);
    if (this.deadAt !== undefined) return;
    if (this.pipeline.isBlocked) {
      // [X3] The agent's actions are taken as recorded, in case the user compacts later.
      this.blockedAt ??= call;
      this.takeReplyUnsent(call);
      return;
    }
    this.send(call);
    const rest = this.pipeline.afterResponse();
    if (rest !== undefined) this.drive(rest, call);
  }

  /** A policy that does not compact where the recording did requests no summary there. */
  private isNotAsked(call: number): boolean {
    return !isFollowing(this.options.mode) && this.material.calls.isCompactionRequest[call] === 1;
  }

  /** The context at a call that is not made, and costs nothing. */
  private show(call: number): void {
    this.pipeline.begin(this.factsOf(call));
    const used = Math.max(0, Math.round(this.pipeline.size));
    this.book.columns.used[call] = used;
    this.book.share(call, used, this.pipeline.ledger, this.unchanged.systemTokens[call] ?? 0);
  }

  private takeReplyUnsent(call: number): void {
    const reply = this.feed.takeReply(call);
    if (reply !== undefined) this.pipeline.enter(reply, roughMessage(reply.message));
  }

  /** What the recording added since the previous call. */
  private takeOver(call: number): void {
    this.feed.moveToCall(call);
    if (this.adopts) this.adopt(call);
    this.followPolicy(call);
    const factor = this.unchanged.fitting.get(call);
    const { ledger } = this.pipeline;
    if (factor !== undefined) this.pipeline.reweigh(fittingEdits(this.material, factor, ledger.messages));
  }

  private followPolicy(call: number): void {
    const { earlier } = this.options;
    if (earlier === undefined) return;
    for (const { until, policy, actedBefore } of earlier) {
      if (until !== call || actedBefore !== true) continue;
      this.changeTo(policy);
      this.prepareUnder(policy, call);
    }
    this.changeTo(policyOfCall({ policy: this.policy, earlier }, call));
  }

  private changeTo(policy: Policy): void {
    if (policy === this.current) return;
    this.current = policy;
    this.pipeline = this.pipeline.under({ policy });
  }

  /** The next policy looks at what this one leaves. */
  private prepareUnder(policy: Policy, call: number): void {
    const { transcript, limits } = this.material;
    const stretch = stretchesOf(transcript, policy, limits).findLast(({ from }) => from <= call);
    const work = this.pipeline.prepare({ ...this.factsOf(call), ...optional('thresholds', stretch?.thresholds) });
    if (work !== undefined) this.drive(work, call);
  }

  /** The recorded size of the call, unless the recording compacts in between. */
  private work(call: number, facts = this.factsOf(call)): void {
    if (this.lookedAt === call) {
      this.pipeline.begin(facts);
      return;
    }
    for (const at of this.options.commands ?? []) {
      if (at.call === call) this.drive(this.pipeline.command(facts, at.command), call);
    }
    const work = this.pipeline.prepare(facts);
    if (work !== undefined) this.drive(work, call);
    this.book.columns.counted[call] = this.pipeline.compared;
    this.takeSystem(call);
    if (!this.pipeline.fits) this.deadAt = call;
  }

  /** [Y3] A compaction had the instructions read anew: the call sends another system part than was decided with. */
  private takeSystem(call: number): void {
    this.preparedCall = call;
    const { systemTokens, systemBefore } = this.unchanged;
    const change = (systemTokens[call] ?? 0) - (systemBefore[call] ?? 0);
    const { facts } = this;
    if (change === 0 || facts?.call !== call) return;
    facts.systemTokens += change;
    if (facts.measured !== undefined) facts.measured += change;
    this.pipeline.begin(facts);
  }

  private systemAt(call: number): number {
    const { systemTokens, systemBefore } = this.unchanged;
    return (call === this.preparedCall ? systemTokens : systemBefore)[call] ?? 0;
  }

  entered(message: ContextMessage, rough: number): void {
    this.pipeline.enter(message, rough);
  }

  rewound(dropped: ReadonlySet<MessageId>): void {
    const { ledger } = this.pipeline;
    ledger.replace(ledger.messages.filter(({ message }) => !dropped.has(message.id)));
    this.pipeline.resize(ledger.tokens + (this.unchanged.systemTokens[Math.max(0, this.next - 1)] ?? 0));
  }

  /**
   * In a following replay, the policy decides once more before the recording compacts; the call after it is made without
   * another check.
   */
  compacted(boundary: Boundary): void {
    if (!isFollowing(this.options.mode)) {
      this.isAhead = true;
      if (this.isRepeated(boundary)) {
        this.beforeCut = [...this.pipeline.ledger.messages];
        this.drive(this.pipeline.command(this.factsBeforeMeasured(), { type: 'compact' }), this.next);
      }
      return;
    }
    if (this.options.mode === 'recorded') {
      // Before the first call, nothing was sent that could be compacted.
      if (this.cuts.length === 0 && this.next > 0) this.beforeCut = [...this.pipeline.ledger.messages];
      this.cuts.push(boundary);
    }
    if (boundary.kind === 'full' && this.next < this.material.transcript.calls.length) {
      this.work(this.next, this.factsBeforeMeasured());
      this.lookedAt = this.next;
      this.deadAt = undefined;
    }
    this.adopts = true;
  }

  /** [F9] The user's command happens here too, unless one was typed for the same call. */
  private isRepeated({ kind, trigger }: Boundary): boolean {
    const { skipsRecordedCommands = false, commands = [] } = this.options;
    if (skipsRecordedCommands || kind !== 'full' || trigger !== 'manual') return false;
    if (this.next === 0 || this.next >= this.material.transcript.calls.length) return false;
    return !commands.some(({ call, command }) => call === this.next && command.type === 'compact');
  }

  /** Nothing is measured for what the next call would have carried. */
  private factsBeforeMeasured(): CallFacts {
    return this.factsOf(this.next, this.unchanged.systemTokens[Math.max(0, this.next - 1)] ?? 0);
  }

  /** The context as it was recorded. */
  private adopt(call: number): void {
    this.adopts = false;
    const { material, pipeline, beforeCut: before = [], cuts: boundaries } = this;
    pipeline.adopt(recordedMessages(material, call, pipeline.ledger.messages));
    if (boundaries.length === 0) return;
    this.cuts = [];
    const cut = { boundaries, before, after: pipeline.ledger.messages };
    for (const change of recordedChanges(material, cut)) this.changed(change);
  }

  lost(loss: Loss): void {
    this.pipeline.reweigh(lossEdits(loss, this.pipeline.ledger.messages));
  }

  /** The context as measured, unless the part before unmeasured messages is given. */
  private factsOf(call: number, systemOfUnmeasured?: number): CallFacts {
    const { transcript, byId, calls } = this.material;
    const measured = systemOfUnmeasured === undefined ? this.unchanged.used[call] : undefined;
    const { unchanged } = this;
    const systemTokens = systemOfUnmeasured ?? this.systemAt(call) + (unchanged.roundedOff[call] ?? 0);
    while ((this.stretches[this.stretch + 1]?.from ?? Number.POSITIVE_INFINITY) <= call) this.stretch += 1;
    const { thresholds } = this.stretchAt();
    this.book.columns.threshold[call] = thresholds.auto;
    this.facts ??= {
      call,
      thresholds,
      systemTokens: 0,
      nowMs: undefined,
      measured,
      wasTaken: false,
      transcript,
      recorded: byId,
    };
    const { facts } = this;
    facts.call = call;
    facts.thresholds = thresholds;
    facts.systemTokens = systemTokens;
    facts.nowMs = calls.timeMs[call];
    facts.measured = measured;
    facts.wasTaken = this.wasTaken(call, thresholds.fits);
    return facts;
  }

  /**
   * [X1] The recording made this very call, and it succeeded. Without usage its size is an estimate, which proves nothing
   * within its error.
   */
  private wasTaken(call: number, fits: number): boolean {
    const { calls, recorded, limits } = this.material;
    if (isFollowing(this.options.mode)) return true;
    if (this.isAhead || calls.hasReply[call] !== 1 || recorded.timeline.isMeasured[call] === 1) return false;
    if ((this.current.windowTokens ?? limits.windowTokens) < limits.windowTokens) return false;
    const error = limits.answeredTokens === 0 ? MAX_MISCOUNTED : MISCOUNTED_BETWEEN;
    return (this.unchanged.used[call] ?? 0) * (1 - error) <= fits;
  }

  changed(change: SimulatedChange): void {
    this.book.changed(change);
  }

  failed(failure: SimulatedFailure): void {
    this.book.failed(failure);
  }

  noted(note: SimulatedNote): void {
    this.book.noted(note);
  }

  /** Answers requests of layers. */
  private drive(work: Generator<Ask, void, Reply>, call: number): void {
    let step = work.next();
    while (!step.done) {
      step = work.next(this.answer(step.value, call));
    }
  }

  /** [F4] A summary request can be too long itself. Rejected and failed requests are not billed. */
  private answer(ask: Ask, call: number): Reply {
    const tokens = this.forkTokens(ask, call);
    const gapTokens = Math.ceil(tokens - this.roomFor(ask));
    const isKnown = this.summarizer.knows?.(ask, { call }) === true;
    if (gapTokens > 0 && !isKnown) return { type: 'too-long', gapTokens };
    const reply = this.summarizer.reply(ask, { call });
    if (reply.type === 'text')
      this.book.fork(call, this.pipeline.ledger, ask, tokens, this.requestOf(call, reply.tokens));
    return reply;
  }

  private forkTokens(ask: Ask, call: number): number {
    const { messages } = ask.context;
    const { ledger } = this.pipeline;
    // A note is requested every few calls, for the whole context.
    const asked = messages === ledger.messages ? ledger.tokens : tokensOf(messages);
    return asked + this.systemAt(call) + this.instructions.of(ask);
  }

  /** [X1] An agent that requests a shorter reply when the window is nearly full does so here too. */
  private roomFor({ maxTokens }: Ask): number {
    const { rule, thresholds } = this.stretchAt();
    const room = rule.leavesFree === 'nothing' ? thresholds.window : thresholds.window - maxTokens;
    return thresholds.fits > thresholds.window - maxTokens ? Math.max(room, thresholds.fits) : room;
  }

  private stretchAt(): Stretch {
    const stretch = this.stretches[this.stretch];
    if (stretch === undefined) throw new Error('Every call belongs to a stretch');
    return stretch;
  }

  private send(call: number): void {
    // A sum of fractions may be slightly negative.
    const used = Math.max(0, Math.round(this.pipeline.size));
    const output = this.material.recorded.timeline.output[call] ?? 0;
    this.share(call, used);
    const isRecorded = this.isRecorded && this.options.predictsBill !== true;
    this.book.send(call, this.pipeline.ledger, used, this.requestOf(call, output), isRecorded, used + output);
    this.pipeline.sent(used, output, this.feed.takeReply(call));
  }

  /** The context is the recorded one. */
  private get isRecorded(): boolean {
    return this.pipeline.isAsMeasured && !this.isAhead;
  }

  private requestOf(call: number, output: number): SentRequest {
    const { request } = this;
    const { calls } = this.material;
    request.call = call;
    request.model = calls.models[call] ?? '';
    request.timeMs = calls.timeMs[call];
    request.output = output;
    request.systemTokens = this.systemAt(call);
    return request;
  }

  private share(call: number, used: number): void {
    const { recordedColumns, book } = this;
    const { categoryColumns } = book;
    if (this.isRecorded) {
      for (let place = 0; place < categoryColumns.length; place++) {
        const column = categoryColumns[place];
        if (column !== undefined) column[call] = recordedColumns[place]?.[call] ?? 0;
      }
      return;
    }
    book.share(call, used, this.pipeline.ledger, this.unchanged.systemTokens[call] ?? 0);
  }
}
