import { optional } from '../../base/optional';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { SCRIPTED_MODEL } from '../../economics/own-models';
import type { SentBeginningFacts } from '../../economics/prompt-cache';
import { type ContextMessage, tokensOf } from '../../layers/shape/context';
import type { Ask, Reply } from '../../layers/shape/layer';
import { tokensInForm } from '../../layers/summary/request-form';
import type { CallFacts } from '../../simulator/pipeline/call-facts';
import type { Pipeline } from '../../simulator/pipeline/pipeline';
import { InstructionTokens } from '../../simulator/replay/instruction-tokens';
import type { SentUse } from '../../simulator/replay/requests';
import { SimulationRecorder } from '../../simulator/replay/simulation-recorder';
import { builtInCalibration } from '../../tokens/calibrated';
import type { CallId, Usage } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import type { EntryOf, ModelReply } from '../journal/entry';
import { replyFailure } from '../model/reply-failure';
import { reportedUsage } from '../model/reported-usage';
import type { LiveTranscript } from './live-transcript';

/** A model may count the same text differently by this factor; more has another cause. */
const MAX_FACTOR = 2;

/** A request of a layer, besides the turns. */
export interface ForkUsage {
  readonly call: number;
  /** Which model answered. Nothing was paid for what the script wrote. */
  readonly model: string;
  readonly purpose: Ask['type'];
  readonly timeMs: number;
  readonly tookMs: number;
  /** As reported by the model, or as counted by us if it reports none. Missing if it failed. */
  readonly usage?: Usage;
  /** Missing if prices are unknown. */
  readonly dollars?: number;
  readonly failed?: string;
}

/** A call that was made. */
export interface CallUsage {
  readonly call: number;
  readonly model: string;
  readonly usage: Usage;
  readonly dollars?: number;
  /** [E1] Our prediction of what it would read from the cache. */
  readonly predictedCacheRead: number;
  /** The server reported none that can be true. */
  readonly isUsageEstimated?: true;
}

/** What a request consisted of. */
export interface RequestFacts {
  readonly pipeline: Pipeline;
  readonly facts: CallFacts;
  readonly model: string;
  /** [Y2] */
  readonly beginning: SentBeginningFacts;
  /** [J2] If it was sent earlier than it is booked: what it read then. */
  readonly cachedTokens?: number;
}

/** What a run has used, request by request: as columns of a simulation, in its transcript, and in money. */
export class LiveUsage {
  readonly numbers = new SimulationRecorder(0);
  readonly forks: ForkUsage[] = [];
  readonly calls: CallUsage[] = [];
  /** Since the latest prompt, or since the limits were set. */
  spent = { calls: 0, dollars: 0 };

  /** As reported, by model and static part. */
  private readonly staticSizes = new Map<string, number>();
  private readonly instructions = new InstructionTokens(builtInCalibration);

  constructor(private readonly record: LiveTranscript) {}

  /** Returns input and output tokens. */
  call(
    answer: ModelReply,
    reply: { readonly id: CallId; readonly tokens: number },
    { pipeline, facts, model, beginning: given }: RequestFacts,
  ): { readonly used: number; readonly output: number; readonly reasoning: number | undefined } {
    const { call, systemTokens, nowMs } = facts;
    const { stopReason, isUsageEstimated } = answer;
    const reported = reportedUsage(answer);
    const used = reported === undefined ? Math.max(0, Math.round(pipeline.size)) : inputSide(reported);
    const output = reported?.output ?? Math.round(reply.tokens);
    this.numbers.share(call, used, pipeline.ledger, systemTokens);
    const beginning = this.asLearned(given, model);
    const request = { call: undefined, model, timeMs: nowMs, output, systemTokens, beginning };
    const predicted = this.numbers.send(call, pipeline.ledger, used, request, false, used + output);
    const predictedCacheRead = predicted.read;
    const usage = reported ?? usageOf(predicted, output);
    if (reported !== undefined) this.learn(reported, predicted, beginning, model);
    const dollars = costOf(usage, modelFor(model));
    const at = this.record.transcript.messages.length;
    const timed = optional('timeMs', nowMs);
    this.record.addCall({ id: reply.id, model, at, usage, stopReason, ...timed }, reported === undefined);
    this.calls.push({
      call,
      model,
      usage,
      predictedCacheRead,
      ...optional('dollars', dollars),
      ...optional('isUsageEstimated', isUsageEstimated),
    });
    this.spent = { calls: this.spent.calls + 1, dollars: this.spent.dollars + paid(model, dollars) };
    return { used, output, reasoning: usage.reasoning };
  }

  fork(ask: Ask, { reply, usage: reported, timeMs, tookMs, task }: EntryOf<'forked'>, request: RequestFacts): void {
    const { facts, model } = request;
    const { call } = facts;
    const predicted = this.predictedFork(ask, reply, request);
    const usage = reported ?? predicted;
    const dollars = usage === undefined ? undefined : costOf(usage, modelFor(model));
    this.record.addFork(call, ask, reply, { model, timeMs, tookMs, usage, isBeside: task !== undefined });
    this.spent = { ...this.spent, dollars: this.spent.dollars + paid(model, dollars) };
    this.forks.push({
      call,
      model,
      purpose: ask.type,
      timeMs,
      tookMs,
      ...optional('usage', usage),
      ...optional('dollars', dollars),
      ...optional('failed', reply.type === 'text' ? undefined : replyFailure(reply)),
    });
  }

  /** [J2] What goes on beside the turns counts towards the limit of the turn in which it is paid. */
  spendBeside(model: string | undefined, dollars: number | undefined): void {
    if (model !== undefined) this.spent = { ...this.spent, dollars: this.spent.dollars + paid(model, dollars) };
  }

  /** Of requests without an answer that is a part of the run. */
  spendUnheard(dollars: number): void {
    this.spent = { ...this.spent, dollars: this.spent.dollars + dollars };
  }

  /** [E1] What a request that begins with these messages reads from the cache. */
  cachedTokensOf(
    messages: readonly ContextMessage[],
    { pipeline, facts, model, beginning: given }: RequestFacts,
  ): number {
    const { systemTokens, nowMs: timeMs } = facts;
    const beginning = this.asLearned(given, model);
    const request = { call: undefined, model, timeMs, output: 0, systemTokens, beginning };
    return this.numbers.readable(pipeline.ledger, messages, tokensOf(messages) + systemTokens, request);
  }

  /** [O5] The messages so far were sent before, by another agent that began in the same way. */
  seed({ pipeline, facts, model, beginning: given }: RequestFacts): void {
    const { systemTokens, nowMs: timeMs } = facts;
    const beginning = this.asLearned(given, model);
    this.numbers.seed(pipeline.ledger, { call: undefined, model, timeMs, output: 0, systemTokens, beginning });
  }

  /** [E1] As in a recording: the size of the static part is known from the first call that read no more. */
  private learn(
    { cacheRead }: Usage,
    { read, why }: SentUse,
    { staticPart, staticTokens }: SentBeginningFacts,
    model: string,
  ): void {
    const isFallBack = why === 'first' || (why === 'changed' && read <= Math.round(staticTokens));
    const factor = cacheRead / staticTokens;
    if (isFallBack && factor > 1 / MAX_FACTOR && factor < MAX_FACTOR) {
      this.staticSizes.set(`${model} ${staticPart}`, cacheRead);
    }
  }

  private asLearned(beginning: SentBeginningFacts, model: string): SentBeginningFacts {
    const staticTokens = this.staticSizes.get(`${model} ${beginning.staticPart}`);
    return staticTokens === undefined ? beginning : { ...beginning, staticTokens };
  }

  /** Undefined without an answer, which is not billed. */
  private predictedFork(
    ask: Ask,
    reply: Reply,
    { pipeline, facts, model, beginning: given, cachedTokens }: RequestFacts,
  ): Usage | undefined {
    if (reply.type !== 'text') return undefined;
    const { call, systemTokens, nowMs: timeMs } = facts;
    const beginning = this.asLearned(given, model);
    const request = { call: undefined, model, timeMs, output: reply.tokens, systemTokens, beginning };
    const { messages } = ask.context;
    const sent = ask.form === undefined ? tokensOf(messages) + systemTokens : tokensInForm(messages, ask.form);
    const tokens = sent + this.instructions.of(ask);
    return usageOf(this.numbers.fork(call, pipeline.ledger, ask, tokens, request, cachedTokens), reply.tokens);
  }
}

/** The script costs nothing: its prices only estimate what a model would have cost. */
function paid(model: string, dollars = 0): number {
  return model === SCRIPTED_MODEL ? 0 : dollars;
}

function usageOf({ read, written, uncached }: SentUse, output: number): Usage {
  return { input: uncached, cacheRead: read, cacheWrite5m: written, cacheWrite1h: 0, output };
}
