import type { Mutable } from '../../base/mutable';
import { optional } from '../../base/optional';
import { midSizeModel } from '../../economics/side-model';
import { MAX_MISCOUNTED } from '../../economics/window-of';
import { OpenReplies } from '../../layers/rounds/open-replies';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { AnyAsk, AnyReply, Asked, ProjectAsk, Reply } from '../../layers/shape/layer';
import type { OwnAsk, OwnReply } from '../../layers/shape/own';
import { folderBefore, type MemoryBefore, type MemoryEvent } from '../../layers/shape/project-memory';
import { notOfHooks } from '../../layers/shape/written-asks';
import { tokensInForm } from '../../layers/summary/request-form';
import { turnEnds } from '../../memory/extraction/turn-ends';
import { projectRoot } from '../../memory/files/memory-path';
import { type EarlierPolicy, policyOfCall } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import { memoryAnswer } from '../../summarizers/memory-answer';
import { recordedFork } from '../../summarizers/recorded';
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
import type { OwnLayers } from './own-answers';
import { changesAfterLastCall, recordedChanges } from './recorded-changes';
import { recordedHooks } from './recorded-hooks';
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
  /** [J1] What earlier sessions of the project left; by default nothing. */
  readonly memory?: MemoryBefore;
  /** [Z1] Layers from outside, and what they answer. */
  readonly own?: OwnLayers;
  /** The recorded calls are made, whatever layers add to them: for what they remember, not for whether it fits. */
  readonly takesEveryCall?: boolean;
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

/** In calls. */
export interface ReplayProgress {
  readonly done: number;
  readonly total: number;
}

/** Work that may pause, or be given up, after every call of a replay. */
export type ReplaySteps<Value> = Generator<ReplayProgress, Value>;

export function* replayInSteps(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
  options: ReplayOptions = {},
): ReplaySteps<Simulation> {
  yield* beforeReplay(material, options.mode);
  const run = new Replay(material, policy, summarizer, options);
  yield* run.stepsTo(material.transcript.calls.length - 1);
  return run.result();
}

/** What every replay needs, and the first one of a session makes. */
export function* beforeReplay(
  { transcript, unchangedInSteps }: ReplayMaterial,
  mode: ReplayMode = 'free',
): ReplaySteps<void> {
  const total = transcript.calls.length;
  for (const _ of unchangedInSteps(mode)) yield { done: 0, total };
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
    beginning: undefined,
  };
  private readonly stretches: readonly Stretch[];
  private readonly recordedColumns: readonly Float64Array[];
  private readonly unchanged: UnchangedContext;
  private readonly instructions: InstructionTokens;
  private readonly feed: RecordingFeed;
  private readonly open: OpenReplies;
  private stretch = 0;
  /** The policy at the next call. */
  private current: Policy;
  private blockedAt: number | undefined;
  /** The last call whose work was done before a recorded compaction that came in between. */
  private lookedAt = -1;
  /** [N2] [J2] Requested beside the turn: its reply, and the position in the messages where it arrives. */
  private note: { readonly reply: Reply; readonly at: number } | undefined;
  private adopts = false;
  /** The context at a recorded compaction that happens here too: messages of the same call may follow it. */
  private beforeCut: readonly ContextMessage[] | undefined;
  /** [F9] The user's command waits for the results before the next call. */
  private isCommandLate = false;
  private cuts: Boundary[] = [];
  private adoptsCompaction = false;
  /** [R1] Entered since the latest call. */
  private prompts: ContextMessage[] = [];
  private keepsMemory: boolean;
  private isOpen = false;
  private indexSent: string | undefined;
  private readonly memoryBefore: MemoryBefore | undefined;
  /** [Z1] So many times before this call. */
  private ownAsked = { call: -1, times: 0 };
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
    this.memoryBefore = from?.memoryBefore ?? memoryBefore(material, options);
    const setup = {
      policy: this.current,
      counter,
      asker: askerOf(transcript),
      pinned: new Set(pinned),
      onlyJudges,
      ...optional('own', options.own?.layers),
      ...optional('memoryBefore', this.memoryBefore),
      ...optional('hooks', recordedHooks(transcript)),
    };
    this.pipeline = from?.pipeline.clone(this) ?? new Pipeline(setup, this);
    this.feed = from?.feed.clone(this) ?? new RecordingFeed(material, this, isFollowing(options.mode));
    this.open = from?.open.clone() ?? new OpenReplies(material.messages);
    this.book = new SimulationRecorder(from === undefined ? transcript.calls.length : 0, material.cache);
    this.recordedColumns = categories.map((category) => recorded.timeline.byCategory[category]);
    this.next = from?.next ?? 0;
    this.stretch = from?.stretch ?? 0;
    this.lookedAt = from?.lookedAt ?? -1;
    this.preparedCall = from?.preparedCall ?? -1;
    this.deadAt = from?.deadAt;
    this.note = from?.note;
    this.ownAsked = from?.ownAsked ?? this.ownAsked;
    this.isAhead = from?.isAhead ?? false;
    this.isCommandLate = from?.isCommandLate ?? false;
    this.prompts = [...(from?.prompts ?? [])];
    this.isOpen = from?.isOpen ?? false;
    this.indexSent = from?.indexSent;
    this.keepsMemory = this.pipeline.keepsMemory;
    if (this.keepsMemory) this.book.keepsMemory(this.book.columns.used.length);
  }

  /** Continues independently from the same call. Its columns are incomplete from there on. */
  clone(): Replay {
    return new Replay(this.material, this.policy, this.summarizer, this.options, this);
  }

  advanceTo(call: number): void {
    for (; this.next <= call && this.deadAt === undefined; this.next++) this.step(this.next);
  }

  *stepsTo(call: number): ReplaySteps<void> {
    const total = this.material.transcript.calls.length;
    while (this.next <= call && this.deadAt === undefined) {
      this.advanceTo(this.next);
      yield { done: this.next, total };
    }
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
    const { calls, messages } = this.material.transcript;
    if (this.deadAt === undefined && this.next === calls.length) this.takeNote(messages.length);
    const { thrash } = this.pipeline;
    const folders = this.endMemory();
    const thresholds = this.stretches.at(-1)?.thresholds;
    if (thresholds === undefined) throw new Error('A transcript has one stretch at least');
    const header = {
      policy: this.policy.id,
      mode: this.options.mode ?? 'free',
      thresholds,
      ...optional('steps', thresholdSteps(this.stretches)),
      ...optional('thrash', thrash),
      ...optional('deadAt', this.deadAt),
      ...optional('blockedAt', this.blockedAt),
    };
    return this.book.result(header, undefined, folders);
  }

  /** [A7] The last turn may end with pieces of a reply that no call follows. */
  private endMemory() {
    const { memoryBefore: before } = this;
    if (!this.isOpen || before === undefined) return undefined;
    this.beginBefore();
    if (this.deadAt === undefined) this.feed.moveTo(this.material.messages.length);
    const given = folderBefore(before);
    return { folderBefore: given, folder: this.pipeline.endMemory()?.folder ?? given };
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
    const reply = this.send(call);
    const rest = this.pipeline.afterResponse();
    if (rest !== undefined) this.drive(rest, call);
    this.askBeside(call);
    if (this.keepsMemory) this.endTurnWith(reply, call);
  }

  /** [N2] [J2] Billed with this call, with which it was sent. Unless the recording says when, it arrives before the next one. */
  private askBeside(call: number): void {
    const { open } = this.pipeline;
    if (open === undefined || this.note !== undefined) return;
    const { forks = [] } = this.material.transcript;
    const at = recordedFork(forks, open.ask, { call })?.arrivedAt ?? 0;
    this.note = { reply: this.answer(open.ask, call), at };
  }

  private takeNote(position: number): void {
    const { note } = this;
    if (note === undefined || note.at > position) return;
    this.note = undefined;
    this.pipeline.answered(note.reply);
  }

  /** [A7] */
  private endTurnWith(reply: ContextMessage | undefined, call: number): void {
    const { transcript } = this.material;
    if (turnEnds(transcript)[reply?.recordedAt?.at ?? transcript.messages.length] !== 1) return;
    const work = this.pipeline.turnEnded();
    if (work !== undefined) this.drive(work, call);
  }

  /** [R1] */
  private recallFor(facts: CallFacts, call: number): void {
    for (const prompt of this.prompts.splice(0)) this.drive(this.pipeline.prompted(facts, prompt), call);
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
    this.book.share(call, used, this.pipeline.ledger, this.systemAt(call));
  }

  private takeReplyUnsent(call: number): void {
    const reply = this.feed.takeReply(call);
    if (reply === undefined) return;
    this.pipeline.enter(reply, roughMessage(reply.message));
    if (this.keepsMemory) this.endTurnWith(reply, call);
  }

  /** What the recording added since the previous call. */
  private takeOver(call: number): void {
    if (this.keepsMemory && !this.isOpen) {
      this.isOpen = true;
      this.pipeline.openMemory(this.factsOf(call));
    }
    this.feed.moveToCall(call);
    if (this.adopts) this.adopt(call);
    this.takeNote(this.material.transcript.calls[call]?.at ?? 0);
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
    this.keepsMemory = this.pipeline.keepsMemory;
    if (this.keepsMemory) this.book.keepsMemory(this.book.columns.used.length);
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
    if (this.prompts.length > 0) this.recallFor(facts, call);
    if (this.lookedAt === call) {
      this.pipeline.begin(facts);
      return;
    }
    if (this.isCommandLate) {
      this.isCommandLate = false;
      this.drive(this.pipeline.command(facts, { type: 'compact' }), call);
    }
    for (const at of this.options.commands ?? []) {
      if (at.call === call) this.drive(this.pipeline.command(facts, at.command), call);
    }
    const work = this.pipeline.prepare(facts);
    if (work !== undefined) this.drive(work, call);
    this.book.columns.counted[call] = this.pipeline.compared;
    this.takeSystem(call);
    if (!this.pipeline.fits && this.options.takesEveryCall !== true) this.deadAt = call;
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

  private recordedSystemAt(call: number): number {
    const { systemTokens, systemBefore } = this.unchanged;
    return (call === this.preparedCall ? systemTokens : systemBefore)[call] ?? 0;
  }

  /** What precedes the messages of a call, with what memory adds to it. */
  private systemAt(call: number): number {
    return this.recordedSystemAt(call) + this.pipeline.openingTokens;
  }

  entered(message: ContextMessage, rough: number): void {
    this.pipeline.enter(message, rough);
    if (!this.keepsMemory) return;
    const { kind, role } = message.message;
    if (kind === 'prompt' && role === 'user') this.prompts.push(message);
    else if (kind === 'reply') this.endTurnOutside(message);
  }

  /** What happens between two calls belongs to the earlier one. A copy of this replay knows nothing of it yet. */
  private beginBefore(): void {
    this.pipeline.begin(this.factsOf(Math.max(0, this.next - 1)));
  }

  /** [A7] The reply was recorded in pieces, or belongs to no call. */
  private endTurnOutside(reply: ContextMessage): void {
    this.beginBefore();
    this.endTurnWith(reply, Math.max(0, this.next - 1));
  }

  rewound(dropped: ReadonlySet<MessageId>): void {
    const { ledger } = this.pipeline;
    if (this.keepsMemory) this.beginBefore();
    this.prompts = this.prompts.filter(({ message }) => !dropped.has(message.id));
    this.pipeline.rewound(dropped);
    this.pipeline.resize(ledger.tokens + this.systemAt(Math.max(0, this.next - 1)));
  }

  /**
   * In a following replay, the policy decides once more before the recording compacts; the call after it is made without
   * another check.
   */
  compacted(boundary: Boundary): void {
    this.takeNote(boundary.at);
    if (!isFollowing(this.options.mode)) {
      this.isAhead = true;
      if (!this.isRepeated(boundary)) return;
      this.isCommandLate = this.hasOpenCall(boundary.at);
      if (!this.isCommandLate) {
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
    if (boundary.kind === 'full') this.adoptsCompaction = true;
  }

  /** [F9] The user's command happens here too, unless one was typed for the same call. */
  private isRepeated({ kind, trigger }: Boundary): boolean {
    const { skipsRecordedCommands = false, commands = [] } = this.options;
    if (skipsRecordedCommands || kind !== 'full' || trigger !== 'manual') return false;
    if (this.next === 0 || this.next >= this.material.transcript.calls.length) return false;
    return !commands.some(({ call, command }) => call === this.next && command.type === 'compact');
  }

  /** [L1] A result is still to come before the next call: without its call, the context could not be sent. */
  private hasOpenCall(at: number): boolean {
    const { calls, messages } = this.material.transcript;
    const coming = messages.slice(at, calls[this.next]?.at).flatMap(({ parts }) => parts);
    const answered = new Set(coming.flatMap((part) => (part.kind === 'tool-result' ? part.callId : [])));
    return this.pipeline.ledger.messages.some(({ message }) =>
      message.parts.some((part) => part.kind === 'tool-call' && answered.has(part.id)),
    );
  }

  /** Nothing is measured for what the next call would have carried. */
  private factsBeforeMeasured(): CallFacts {
    return this.factsOf(this.next, this.unchanged.systemTokens[Math.max(0, this.next - 1)] ?? 0);
  }

  /** The context as it was recorded. */
  private adopt(call: number): void {
    this.adopts = false;
    const { material, pipeline, beforeCut: before = [], cuts: boundaries } = this;
    if (this.keepsMemory) pipeline.begin(this.factsOf(call));
    pipeline.adopt(recordedMessages(material, call, pipeline.ledger.messages), this.adoptsCompaction);
    this.adoptsCompaction = false;
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
    const systemTokens = systemOfUnmeasured ?? this.recordedSystemAt(call) + (unchanged.roundedOff[call] ?? 0);
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
    facts.open = this.open.before(calls.at[call] ?? 0);
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

  remembered(call: number, event: MemoryEvent): void {
    if (event.type === 'opened') this.openedAnew(event);
    this.book.remembered(call, event);
  }

  /** [A5] The rules are as they were; behind them, the index may have changed. */
  private openedAnew({ opening: { rulesTokens, index } }: Extract<MemoryEvent, { type: 'opened' }>): void {
    const before = this.indexSent;
    this.indexSent = index.text;
    if (before === undefined || before === index.text) return;
    const system = this.unchanged.systemTokens[Math.max(0, this.next - 1)] ?? 0;
    this.book.openedAnew(this.pipeline.ledger, system + rulesTokens);
  }

  /** Answers requests of layers. */
  private drive(work: Generator<Asked, void, AnyReply>, call: number): void {
    let step = work.next();
    while (!step.done) {
      const ask = notOfHooks(step.value);
      step = work.next(ask.type === 'own' ? this.answerOfOwn(ask, call) : this.answer(ask, call));
    }
  }

  /** [Z1] [Z3] */
  private answerOfOwn(ask: OwnAsk, call: number): OwnReply {
    const { own } = this.options;
    if (own === undefined) throw new Error('No layer from outside was given');
    const nth = this.ownAsked.call === call ? this.ownAsked.times : 0;
    this.ownAsked = { call, times: nth + 1 };
    const answer = own.answer(ask, { call, nth });
    const spent = answer.type === 'messages' ? answer.spent : undefined;
    if (spent !== undefined) this.book.reported(call, spent, spent.model ?? this.requestOf(call, 0).model);
    return { type: 'own', answer };
  }

  /** [F4] A summary request can be too long itself. Rejected and failed requests are not billed. */
  private answer(ask: AnyAsk, call: number): Reply {
    const tokens = this.forkTokens(ask, call);
    const gapTokens = Math.ceil(tokens - this.roomFor(ask));
    const isForMemory = ask.type === 'recall' || ask.type === 'memory' || ask.type === 'dream';
    const isKnown = !isForMemory && this.summarizer.knows?.(ask, { call }) === true;
    if (gapTokens > 0 && !isKnown && !(isForMemory && this.options.takesEveryCall === true)) {
      return { type: 'too-long', gapTokens };
    }
    const reply = isForMemory ? this.memoryReply(ask, call) : this.summarizer.reply(ask, { call });
    if (reply.type !== 'text') return reply;
    const request = this.requestOf(call, reply.tokens);
    const asked = isForMemory ? { ...request, model: this.modelFor(ask, request.model) } : request;
    this.book.fork(call, this.pipeline.ledger, ask, tokens, asked);
    return reply;
  }

  private memoryReply(ask: ProjectAsk, call: number): Reply {
    return this.summarizer.memoryReply?.(ask, { call }) ?? memoryAnswer(ask, this.material.counter);
  }

  /** [R2] [A11] Some recordings name their model only once. */
  private modelFor({ type }: ProjectAsk, ofCall: string): string {
    const own = ofCall === '' ? (this.material.transcript.models.at(-1) ?? '') : ofCall;
    return type === 'recall' ? midSizeModel(own) : own;
  }

  private forkTokens(ask: AnyAsk, call: number): number {
    if (ask.type === 'recall') return this.instructions.of(ask);
    const { messages } = ask.context;
    const { ledger } = this.pipeline;
    // A note is requested every few calls, for the whole context.
    if (ask.form !== undefined) return tokensInForm(messages, ask.form) + this.instructions.of(ask);
    const asked = messages === ledger.messages ? ledger.tokens : tokensOf(messages);
    return asked + this.systemAt(call) + this.instructions.of(ask);
  }

  /** [X1] An agent that requests a shorter reply when the window is nearly full does so here too. */
  private roomFor({ maxTokens }: AnyAsk): number {
    const { rule, thresholds } = this.stretchAt();
    const room = rule.leavesFree === 'nothing' ? thresholds.window : thresholds.window - maxTokens;
    return thresholds.fits > thresholds.window - maxTokens ? Math.max(room, thresholds.fits) : room;
  }

  private stretchAt(): Stretch {
    const stretch = this.stretches[this.stretch];
    if (stretch === undefined) throw new Error('Every call belongs to a stretch');
    return stretch;
  }

  private send(call: number): ContextMessage | undefined {
    // A sum of fractions may be slightly negative.
    const used = Math.max(0, Math.round(this.pipeline.size));
    const output = this.material.recorded.timeline.output[call] ?? 0;
    this.share(call, used);
    const isRecorded = this.isRecorded && this.options.predictsBill !== true;
    this.book.send(call, this.pipeline.ledger, used, this.requestOf(call, output), isRecorded, used + output);
    const { memory } = this.pipeline;
    if (this.keepsMemory && memory !== undefined) this.book.carried(call, memory);
    const reply = this.feed.takeReply(call);
    this.pipeline.sent(used, output, reply, this.material.transcript.calls[call]?.usage?.reasoning);
    return reply;
  }

  /** The context is the recorded one. */
  private get isRecorded(): boolean {
    return this.pipeline.isAsMeasured && !this.isAhead && this.pipeline.openingTokens === 0;
  }

  private requestOf(call: number, output: number): SentRequest {
    const { request } = this;
    const { calls, beginnings } = this.material;
    request.call = call;
    request.model = calls.models[call] ?? '';
    request.timeMs = calls.timeMs[call];
    request.output = output;
    request.systemTokens = this.systemAt(call);
    request.beginning = beginnings.at(call, call === this.preparedCall);
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
    book.share(call, used, this.pipeline.ledger, this.systemAt(call));
  }
}

function memoryBefore({ transcript }: ReplayMaterial, { memory }: ReplayOptions): MemoryBefore | undefined {
  if (transcript.memoryIsRecorded === true) return undefined;
  return memory ?? { root: projectRoot(transcript.workingDirectory), files: [] };
}
