import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import type { Model } from '../../economics/model';
import { modelFor } from '../../economics/model-table';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask } from '../../layers/shape/layer';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
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
  ThresholdStep,
} from '../../simulator/pipeline/simulation';
import type { Verdict } from '../../simulator/pipeline/verdict';
import { thresholdSteps } from '../../simulator/recorded/threshold-steps';
import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import { systemWeightOf } from '../../tokens/anchored';
import { builtInCalibration } from '../../tokens/calibrated';
import type { MessageCounter } from '../../tokens/counters';
import { roughMessage } from '../../tokens/rough';
import type { CallId, Message, MessageId, Part, ToolCallPart, ToolDefinition } from '../../transcript/transcript';
import type { EntryOf, ModelChoice } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { RunFrame } from '../journal/run-frame';
import { LiveMessages } from './live-messages';
import { LiveTranscript } from './live-transcript';
import { LiveUsage, type RequestFacts } from './live-usage';
import type { TaskParent } from './memory-task';
import { ownFrame } from './own-frame';

/** The same for every run of this version. */
export interface RunSurroundings {
  readonly system: readonly Part[];
  readonly tools: readonly ToolDefinition[];
}

/** The context of a run under its policy and for its model, with its record and its numbers. */
export class LiveContext implements PipelineListener {
  policy: Policy;
  model: ModelChoice;
  pipeline: Pipeline;
  /** Of the call that is prepared, or was last. */
  facts: CallFacts;
  /** For the latest prepared call. */
  lastStep: ReplayedCall | undefined;
  /** How often the agent lost the content it had read. */
  compactions = 0;
  readonly book: LiveUsage;
  readonly record: LiveTranscript;
  readonly messages: LiveMessages;
  private readonly systemTokens: number;
  private readonly surroundings: RunSurroundings;
  /** A separate counter, so that its cache goes with the run. */
  private readonly counter: MessageCounter = {
    messageTokens: (message) => builtInCalibration.messageTokens(message),
    partTokens: (part) => builtInCalibration.partTokens(part),
  };
  /** [G3] What the run was under before its policy was changed. */
  earlier: readonly EarlierPolicy[] = [];
  private changesBeforePolicy = 0;
  private steps: readonly ThresholdStep[] = [];
  private verdicts: Verdict[] = [];
  private before: readonly ContextMessage[] = [];

  constructor({ setup, timeMs }: EntryOf<'begun'>, surroundings: RunSurroundings, hasOtherMounts = false) {
    const { policy, model, runId, own = {} } = setup;
    this.surroundings = ownFrame(surroundings, own, hasOtherMounts);
    const { system, tools } = this.surroundings;
    this.policy = policy;
    this.model = model;
    this.record = new LiveTranscript({ runId, system, tools, contextWindow: this.modelFacts.windowTokens });
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

  /** From the next call on. */
  changePolicy(policy: Policy): void {
    const until = this.nextCall;
    const acted = this.hasActedBefore(until);
    // Under a policy that was replaced before its first call, nothing was done.
    if (acted || until > (this.earlier.at(-1)?.until ?? 0)) {
      const replaced = { until, policy: this.policy };
      this.earlier = [...this.earlier, acted ? { ...replaced, actedBefore: true } : replaced];
    }
    this.changesBeforePolicy = this.book.numbers.changes.length;
    this.policy = policy;
    this.pipeline = this.pipeline.under({ policy });
  }

  changeModel(model: ModelChoice): void {
    this.model = model;
    this.pipeline = this.pipeline.under({ cannotDeleteAtServer: model.type === 'api' });
    this.record.transcript.contextWindow = this.modelFacts.windowTokens;
  }

  /** What is known about the next call, before anything is done for it. */
  begin(timeMs: number): void {
    this.facts = this.factsAt(timeMs);
    this.book.numbers.makeRoomFor(this.nextCall);
  }

  /** The call is prepared from here on: what was judged and what there was before are of this call. */
  beginPreparing(timeMs: number): void {
    this.begin(timeMs);
    this.verdicts = [];
    this.before = [...this.context];
  }

  /** Its numbers, and the step that shows it. */
  notePrepared(): void {
    const { pipeline, facts, book, before, verdicts } = this;
    const { call, thresholds, systemTokens } = facts;
    book.numbers.columns.threshold[call] = thresholds.auto;
    if (!isSameValue(this.steps.at(-1)?.thresholds, thresholds)) {
      this.steps = [...this.steps, { from: call, thresholds }];
    }
    book.numbers.columns.counted[call] = pipeline.compared;
    const { ledger, countedTerms: counted } = pipeline;
    this.lastStep = {
      call,
      before,
      after: [...ledger.messages],
      verdicts: [...verdicts],
      counted,
      unchanged: ledger.unchanged,
      systemTokens,
      isDead: !pipeline.fits,
    };
  }

  /** [X2] What is sent now is not what was rejected. */
  noteMadeSmaller(): void {
    if (this.lastStep === undefined) return;
    const { messages, unchanged } = this.pipeline.ledger;
    this.lastStep = { ...this.lastStep, after: [...messages], verdicts: [...this.verdicts], unchanged };
  }

  /** A prompt, or results. */
  enter(held: ContextMessage): void {
    this.pipeline.enter(held, roughMessage(held.message));
  }

  /** Returns the tools that the reply calls. */
  takeReply(entry: EntryOf<'reply'>, onSaid: (message: Message) => void): readonly ToolCallPart[] {
    const id = `call-${this.facts.call + 1}` as CallId;
    const held = this.messages.reply(entry, id);
    const { parts } = held.message;
    const { used, output } = this.book.call(entry.reply, { id, tokens: held.tokens }, this.requestFacts);
    const isSaid = parts.length > 0;
    this.pipeline.sent(used, output, isSaid ? held : undefined);
    if (isSaid) {
      this.messages.addReply(held, entry, modelIdOf(this.model));
      onSaid(held.message);
    }
    return parts.filter((part) => part.kind === 'tool-call');
  }

  takeFork(ask: Ask, entry: EntryOf<'forked'>): void {
    this.book.fork(ask, entry, this.requestFacts);
  }

  get context(): readonly ContextMessage[] {
    return this.pipeline.ledger.messages;
  }

  get thresholds(): Thresholds {
    const { windowTokens: window, maxOutputTokens, vendor } = this.modelFacts;
    const model = { window, maxOutputTokens: vendor === 'unknown' ? undefined : maxOutputTokens };
    return policyThresholds(this.policy, eraOf(this.policy, undefined).thresholds, model);
  }

  /** What requests are built from, besides the context. */
  get frame(): RunFrame {
    const { policy, model, messages } = this;
    return { policy, model, replies: messages.replies, recorded: this.record.byId, ...this.surroundings };
  }

  /** [J3] For a task: what the latest call sent, and its reply. */
  get asParent(): TaskParent {
    const { frame, systemTokens, book } = this;
    const context = [...this.context];
    const { windowTokens: contextWindow } = this.modelFacts;
    const cachedTokens = book.cachedTokensOf(context, this.requestFacts);
    return { context, frame, contextWindow, systemTokens, cachedTokens };
  }

  /** The numbers of the calls so far, and what layers did. */
  result(): Simulation {
    const { thrash } = this.pipeline;
    const { thresholds, policy } = this;
    const header = {
      policy: policy.id,
      mode: 'free' as const,
      thresholds,
      ...optional('steps', thresholdSteps(this.steps)),
      ...optional('thrash', thrash),
    };
    return this.book.numbers.result(header, this.nextCall);
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

  /** The current policy. What the user ran is not its work. */
  private hasActedBefore(next: number): boolean {
    return this.book.numbers.changes
      .slice(this.changesBeforePolicy)
      .some(({ call, turn, trigger }) => call === next && turn !== 'after-response' && trigger !== 'manual');
  }

  /** Whether a layer did anything for the next call, or tried to. */
  get hasActedForNext(): boolean {
    const { changes, failures, notes } = this.book.numbers;
    const next = this.nextCall;
    return [...changes, ...failures, ...notes].some(({ call }) => call === next);
  }

  private get nextCall(): number {
    return this.record.transcript.calls.length;
  }

  private get modelFacts(): Model {
    return modelFor(modelIdOf(this.model));
  }

  private get requestFacts(): RequestFacts {
    const { pipeline, facts, model } = this;
    return { pipeline, facts, model: modelIdOf(model) };
  }

  private factsAt(nowMs: number): CallFacts {
    return {
      call: this.nextCall,
      thresholds: this.thresholds,
      systemTokens: this.systemTokens,
      nowMs,
      measured: undefined,
      wasTaken: false,
      transcript: this.record.transcript,
      recorded: this.record.byId,
    };
  }
}
