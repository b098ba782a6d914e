import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { Model } from '../../economics/model';
import { modelFor } from '../../economics/model-table';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import type { SessionNote } from '../../layers/shape/memory';
import { eraOf, type Policy, policyThresholds } from '../../policies/shape/policy';
import type { Thresholds } from '../../policies/shape/thresholds';
import type { CallFacts } from '../../simulator/pipeline/call-facts';
import { Pipeline } from '../../simulator/pipeline/pipeline';
import type { PipelineListener } from '../../simulator/pipeline/pipeline-listener';
import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedNote,
  Simulation,
  Thrash,
} from '../../simulator/pipeline/simulation';
import type { Verdict } from '../../simulator/pipeline/verdict';
import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import { systemWeightOf } from '../../tokens/anchored';
import { builtInCalibration } from '../../tokens/calibrated';
import type { MessageCounter } from '../../tokens/counters';
import { roughMessage } from '../../tokens/rough';
import type { CallId, MessageId, Part, ToolCallPart, ToolDefinition, Transcript } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry, EntryOf, ModelChoice, RunLimits } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { Need, StopReason } from '../journal/need';
import type { RunFrame } from '../journal/run-frame';
import { forkRequest, turnRequest } from '../model/request-body';
import { LiveMessages } from './live-messages';
import { LiveTranscript } from './live-transcript';
import { type CallUsage, type ForkUsage, LiveUsage, type RequestFacts } from './live-usage';

/** The same for every run of this version. */
export interface RunSurroundings {
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
}

/** Layer work before and after a call. */
type Work = Generator<Ask, unknown, Reply>;

type Phase =
  | { readonly type: 'prompt' }
  | { readonly type: 'reply' }
  | {
      readonly type: 'fork';
      readonly ask: Ask;
      readonly work: Work;
      readonly then: Then;
    }
  | { readonly type: 'results'; readonly calls: readonly ToolCallPart[] }
  | { readonly type: 'help'; readonly why: StopReason };

/** What follows the layers' work. */
type Then = 'call' | 'retry' | 'end-of-response' | 'command';

/** How often the provider may reject the same call, each time after something was done about it. */
const MAX_REFUSALS = 3;

/**
 * A run of an agent: what its entries, one after another, make of it. It does nothing by itself. What it needs next is in
 * `need`; whoever drives it does that, and comes back with the entry. The context is prepared before every call by the same
 * pipeline as in a replay.
 *
 *   prompt ─▶ prepare ─▶ reply ─▶ after response ─▶ results ─▶ prepare ─▶ …          fork: whenever a layer asks
 */
export class LiveConversation implements PipelineListener {
  policy: Policy;
  model: ModelChoice;
  limits: RunLimits;
  /** For the latest prepared call. */
  lastStep: ReplayedCall | undefined;
  private phase: Phase = { type: 'prompt' };
  /** Its length so far, at each time the agent lost the content it had read. */
  compactions = 0;
  private readonly book: LiveUsage;
  private readonly record: LiveTranscript;
  private readonly messages: LiveMessages;
  private readonly systemTokens: number;
  /** A separate counter, so that its cache goes with the run. */
  private readonly counter: MessageCounter = {
    messageTokens: (message) => builtInCalibration.messageTokens(message),
    partTokens: (part) => builtInCalibration.partTokens(part),
  };
  private pipeline: Pipeline;
  private facts: CallFacts;
  private verdicts: Verdict[] = [];
  private before: readonly ContextMessage[] = [];
  private afterCommand: Phase = { type: 'prompt' };
  private refusals = 0;
  /** [G4] The user was told once, and continues at their own risk. */
  private toldThrash: Thrash | undefined;
  private toCall: readonly ToolCallPart[] = [];
  private made: ModelRequest | undefined;

  constructor(
    { setup, timeMs }: EntryOf<'begun'>,
    private readonly surroundings: RunSurroundings,
  ) {
    const { policy, model, limits, runId } = setup;
    const { system, tools } = surroundings;
    this.policy = policy;
    this.model = model;
    this.limits = limits;
    this.record = new LiveTranscript({ runId, system, tools, contextWindow: this.modelWindow });
    this.book = new LiveUsage(this.record);
    this.messages = new LiveMessages(this.record);
    this.systemTokens = systemWeightOf(this.record.transcript, builtInCalibration);
    const { counter } = this;
    const common = { asker: 'main', pinned: new Set<MessageId>() } as const;
    const cannotDeleteAtServer = model.type === 'api';
    this.pipeline = new Pipeline({ ...common, policy, counter, cannotDeleteAtServer }, this);
    this.facts = this.factsAt(timeMs);
    this.pipeline.begin(this.facts);
  }

  static of([first, ...others]: readonly Entry[], surroundings: RunSurroundings): LiveConversation {
    if (first?.type !== 'begun') throw new Error('The first entry of a run is its beginning');
    const run = new LiveConversation(first, surroundings);
    for (const entry of others) run.apply(entry);
    return run;
  }

  get need(): Need {
    const { phase } = this;
    switch (phase.type) {
      case 'prompt':
      case 'results':
      case 'help':
        return phase;
      case 'reply':
        this.made ??= turnRequest(this.context, this.frame);
        return { type: 'reply', request: this.made };
      case 'fork':
        this.made ??= forkRequest(phase.ask, this.frame);
        return { type: 'fork', request: this.made };
      default:
        return assertNever(phase);
    }
  }

  /** It grows with the run: copy it to keep it. */
  get transcript(): Transcript {
    return this.record.transcript;
  }

  get context(): readonly ContextMessage[] {
    return this.pipeline.ledger.messages;
  }

  get calls(): readonly CallUsage[] {
    return this.book.calls;
  }

  get forks(): readonly ForkUsage[] {
    return this.book.forks;
  }

  /** Since the latest prompt, or since the limits were set. */
  get spent(): LiveUsage['spent'] {
    return this.book.spent;
  }

  get note(): SessionNote | undefined {
    return this.pipeline.note;
  }

  /** For the current context. */
  get used(): number {
    return this.pipeline.used;
  }

  get thresholds(): Thresholds {
    const { windowTokens: window, maxOutputTokens, vendor } = this.modelFacts;
    const model = { window, maxOutputTokens: vendor === 'unknown' ? undefined : maxOutputTokens };
    return policyThresholds(this.policy, eraOf(this.policy, undefined).thresholds, model);
  }

  /** The numbers of the calls so far, and what layers did. */
  result(): Simulation {
    const { thrash } = this.pipeline;
    const header = { policy: this.policy.id, mode: 'free', thresholds: this.thresholds, ...optional('thrash', thrash) };
    return this.book.numbers.result(header as typeof header & { readonly mode: 'free' }, this.nextCall);
  }

  /** [B5] The full text of a result by the path in its stub. */
  storedResult(path: string): string | undefined {
    return path.startsWith('tool-results/') ? this.messages.storedResult(path) : undefined;
  }

  apply(entry: Entry): void {
    this.made = undefined;
    switch (entry.type) {
      case 'begun':
        throw new Error('A run begins once');
      case 'prompt':
        this.expect(entry, 'prompt', 'reply', 'help');
        this.prompt(entry);
        return;
      case 'reply':
        this.expect(entry, 'reply');
        this.reply(entry);
        return;
      case 'refused':
        this.expect(entry, 'reply');
        this.refused(entry);
        return;
      case 'results':
        this.results(entry);
        return;
      case 'forked':
        this.forked(entry);
        return;
      case 'command':
        this.expect(entry, 'prompt', 'reply', 'help');
        // The next request will differ, and the obstacle may be gone.
        this.afterCommand = this.phase;
        this.begin(entry.timeMs);
        this.drive(this.pipeline.command(this.facts, entry.command), 'command');
        return;
      case 'policy':
        this.expect(entry, 'prompt', 'reply', 'results', 'help');
        this.policy = entry.policy;
        this.pipeline = this.pipeline.under({ policy: entry.policy });
        this.lookAgain(entry.timeMs);
        return;
      case 'model':
        this.expect(entry, 'prompt', 'reply', 'results', 'help');
        this.model = entry.model;
        this.pipeline = this.pipeline.under({ cannotDeleteAtServer: entry.model.type === 'api' });
        this.record.transcript.contextWindow = this.modelWindow;
        this.lookAgain(entry.timeMs);
        return;
      case 'limits':
        this.limits = entry.limits;
        this.book.spent = { calls: 0, dollars: 0 };
        if (this.phase.type === 'help') this.prepare(entry.timeMs);
        return;
      case 'problem':
        this.record.addEvent('api-error', entry.what, entry.timeMs);
        return;
      case 'stopped':
        this.record.addEvent('interrupt', 'Stopped by the user', entry.timeMs);
        return;
      case 'files':
        return;
      default:
        assertNever(entry);
    }
  }

  changed(change: SimulatedChange): void {
    this.book.numbers.changed(change);
    if (change.turn === 'gate') this.compactions += 1;
    this.record.addChange(change, this.context, this.facts.nowMs ?? 0);
  }

  failed(failure: SimulatedFailure): void {
    this.book.numbers.failed(failure);
  }

  noted(note: SimulatedNote): void {
    this.book.numbers.noted(note);
  }

  judged = (verdict: Verdict): void => {
    this.verdicts.push(verdict);
  };

  private get nextCall(): number {
    return this.transcript.calls.length;
  }

  private get modelWindow(): number {
    return this.modelFacts.windowTokens;
  }

  private get modelFacts(): Model {
    return modelFor(modelIdOf(this.model));
  }

  private get frame(): RunFrame {
    const { policy, model, messages } = this;
    return { policy, model, replies: messages.replies, recorded: this.record.byId, ...this.surroundings };
  }

  private expect(entry: Entry, ...types: readonly Phase['type'][]): void {
    if (types.includes(this.phase.type)) return;
    throw new Error(`"${entry.type}" does not fit a run that needs "${this.phase.type}"`);
  }

  private prompt(entry: EntryOf<'prompt'>): void {
    this.book.spent = { calls: 0, dollars: 0 };
    this.enter(this.messages.prompt(entry));
    this.prepare(entry.timeMs);
  }

  private results(entry: EntryOf<'results'>): void {
    const { phase } = this;
    if (phase.type !== 'results') throw new Error(`"results" do not fit a run that needs "${phase.type}"`);
    this.enter(this.messages.results(entry, phase.calls));
    this.prepare(entry.timeMs);
  }

  private enter(held: ContextMessage): void {
    this.pipeline.enter(held, roughMessage(held.message));
  }

  private factsAt(nowMs: number): CallFacts {
    return {
      call: this.nextCall,
      thresholds: this.thresholds,
      systemTokens: this.systemTokens,
      nowMs,
      measured: undefined,
      wasTaken: false,
      transcript: this.transcript,
      recorded: this.record.byId,
    };
  }

  private begin(timeMs: number): void {
    this.facts = this.factsAt(timeMs);
    this.book.numbers.makeRoomFor(this.nextCall);
  }

  private prepare(timeMs: number): void {
    const reached = this.reachedLimit();
    if (reached !== undefined) {
      this.stopFor(reached);
      return;
    }
    this.begin(timeMs);
    this.verdicts = [];
    this.before = [...this.context];
    this.refusals = 0;
    const work = this.pipeline.prepare(this.facts);
    if (work === undefined) this.follow('call');
    else this.drive(work, 'call');
  }

  private reachedLimit(): StopReason | undefined {
    const { calls, dollars } = this.book.spent;
    if (calls >= this.limits.calls) return { type: 'call-limit', calls };
    return dollars >= this.limits.dollars ? { type: 'money-limit', dollars } : undefined;
  }

  /** Another policy or model may act differently before the pending call, and so may a command. */
  private lookAgain(timeMs: number): void {
    this.begin(timeMs);
    this.pipeline.begin(this.facts);
    if (this.phase.type === 'reply' || this.phase.type === 'help') this.prepare(timeMs);
  }

  private drive(work: Work, then: Then): void {
    this.goOn(work, work.next(), then);
  }

  private goOn(work: Work, step: IteratorResult<Ask, unknown>, then: Then): void {
    if (!step.done) this.phase = { type: 'fork', ask: step.value, work, then };
    else if (then === 'retry' && step.value !== true) this.dies();
    else this.follow(then);
  }

  private forked(entry: EntryOf<'forked'>): void {
    const { phase } = this;
    if (phase.type !== 'fork') throw new Error(`"forked" does not fit a run that needs "${phase.type}"`);
    const { ask, work, then } = phase;
    this.book.fork(ask, entry, this.requestFacts);
    this.goOn(work, work.next(entry.reply), then);
  }

  private follow(then: Then): void {
    switch (then) {
      case 'call':
        this.prepared();
        return;
      case 'retry':
        this.phase = { type: 'reply' };
        return;
      case 'end-of-response':
        this.phase = this.toCall.length === 0 ? { type: 'prompt' } : { type: 'results', calls: this.toCall };
        return;
      case 'command':
        this.phase = this.afterCommand;
        this.lookAgain(this.facts.nowMs ?? 0);
        return;
      default:
        assertNever(then);
    }
  }

  private prepared(): void {
    const { pipeline, facts, book, before, verdicts } = this;
    const { call, thresholds } = facts;
    book.numbers.columns.threshold[call] = thresholds.auto;
    book.numbers.columns.counted[call] = pipeline.compared;
    const { ledger, thrash, countedTerms: counted } = pipeline;
    const isDead = !pipeline.fits;
    this.lastStep = {
      call,
      before,
      after: [...ledger.messages],
      verdicts: [...verdicts],
      counted,
      unchanged: ledger.unchanged,
      systemTokens: facts.systemTokens,
      isDead,
    };
    if (isDead) this.dies();
    else if (pipeline.isBlocked) {
      this.stopFor({ type: 'blocked', used: pipeline.used, blocking: thresholds.blocking });
    } else if (thrash !== undefined && thrash !== this.toldThrash) {
      this.toldThrash = thrash;
      this.stopFor({ type: 'thrash', message: thrash.message, tokens: thrash.tokens });
    } else this.phase = { type: 'reply' };
  }

  private dies(): void {
    this.stopFor({ type: 'dead', size: Math.round(this.pipeline.size), fits: this.facts.thresholds.fits });
  }

  private stopFor(why: StopReason): void {
    this.phase = { type: 'help', why };
  }

  private reply(entry: EntryOf<'reply'>): void {
    const id = `call-${this.facts.call + 1}` as CallId;
    const held = this.messages.reply(entry, id);
    const { parts } = held.message;
    this.toCall = parts.filter((part) => part.kind === 'tool-call');
    const { used, output } = this.book.call(entry.reply, { id, tokens: held.tokens }, this.requestFacts);
    const isSaid = parts.length > 0;
    this.pipeline.sent(used, output, isSaid ? held : undefined);
    if (isSaid) this.messages.addReply(held, entry, modelIdOf(this.model));
    const work = this.pipeline.afterResponse();
    if (work === undefined) this.follow('end-of-response');
    else this.drive(work, 'end-of-response');
  }

  private refused({ what, gapTokens, timeMs }: EntryOf<'refused'>): void {
    this.record.addEvent('api-error', what, timeMs);
    this.refusals += 1;
    if (this.refusals > MAX_REFUSALS) this.dies();
    else this.drive(this.pipeline.refused(this.facts, gapTokens), 'retry');
  }

  private get requestFacts(): RequestFacts {
    const { pipeline, facts, model } = this;
    return { pipeline, facts, model: modelIdOf(model) };
  }
}
