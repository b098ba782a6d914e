import { atOnce, type Steps } from '../base/steps/steps';
import { isMeasured, isOtherModel, sent } from '../tokens/growths';
import { sideCallsOf } from '../tokens/side-calls';
import { RecordedContextWalker } from '../transcript/recorded-context';
import type { Boundary, Call, Message, Transcript, Usage } from '../transcript/transcript';
import { inputSide } from '../transcript/usage';
import { isBreak, lifetimeWritten } from './cache-break';
import { type CacheLifetime, lifetimeMs } from './cache-lifetime';
import { costOf } from './cost';
import { modelFor } from './model-table';
import { ALL_IS_LEFT, type CachePlace, type CacheUse, PromptCache } from './prompt-cache';

/** [E1] A recorded call with its predicted cache use. */
export interface PredictedCall {
  /** Index in the transcript's calls. */
  readonly call: number;
  readonly sent: number;
  readonly recorded: CacheTokens;
  readonly predicted: CacheUse;
}

export interface CacheTokens {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
}

/** What a recording shows about the provider's cache and the bill. */
export interface CacheEvidence {
  /** Most calls have usage. Then a call without usage is not billed: its cost is not in the file. */
  readonly showsBill: boolean;
  /** Some providers cache automatically: writing costs the same as sending, and is not reported. */
  readonly tellsWrites: boolean;
  readonly calls: readonly CallEvidence[];
}

/**
 * Every field exists for every call, because objects of one shape are read much faster, and this is read before each
 * request.
 */
export interface CallEvidence {
  /** What was billed, if recorded. */
  readonly usage: Usage | undefined;
  /** The output included in the bill, to avoid another lookup. */
  readonly billedOutput: number | undefined;
  /** In $, if the price is known. */
  readonly cost: number | undefined;
  /** In $, for server-side passes: they would have run under any policy. */
  readonly costOfPasses: number;
  /** What is read when nothing else is left, if some call shows it. */
  readonly systemTokens: number | undefined;
  readonly systemIsShared: boolean;
  /** Lifetime of what is written. */
  readonly lifetime: CacheLifetime;
  readonly ttlMs: number;
  /** What was left of earlier requests, if the call shows it: a number of tokens, or `ALL_IS_LEFT`. */
  readonly left: number | undefined;
  /** If all was left: how far before its end the read ended. */
  readonly shortTokens: number;
  /** What follows the last breakpoint. */
  readonly tailTokens: number;
}

/** The smallest minimum of Anthropic's models; no more can be assumed for an unknown model. */
const USUAL_MINIMUM_TOKENS = 1_024;
/** A read below this share of the possible read has fallen back to the system part. */
const FALLEN_BACK = 0.95;

/**
 * [E1] Predicts what every recorded call read, wrote and sent uncached, from request sizes, boundaries and times. Two
 * facts are not in the file and are taken from the first call that shows them, for the calls after it: the size of the
 * system part, and whether other sessions keep it alive. Lifetimes are those that the call recorded. Empty if nothing was
 * ever written: such providers cache by their own rules.
 */
export function predictCache(transcript: Transcript): PredictedCall[] {
  return tellsWrites(transcript) ? atOnce(new Prediction(transcript).run()).predicted : [];
}

/**
 * [E1] What the calls of a recording show in hindsight, for its replays: a cache that the provider lost is lost for every
 * policy, and one that outlived its lifetime did so for every policy.
 */
export function cacheEvidence(transcript: Transcript): CacheEvidence {
  return atOnce(cacheEvidenceInSteps(transcript));
}

export function* cacheEvidenceInSteps(transcript: Transcript): Steps<CacheEvidence> {
  const { shown } = yield* new Prediction(transcript).run();
  const firstSystem = shown.find(({ evidence }) => evidence.systemTokens !== undefined)?.evidence.systemTokens;
  let before = nothingShown(firstSystem, shown[0]?.evidence.lifetime ?? '5m');
  // [Y2] What it read is our own prediction, which a replay makes again from the same facts.
  const isPredicted = transcript.usageCountedBy === 'highwater' && transcript.staticParts !== undefined;
  const measured = transcript.calls.filter(isMeasured).length;
  const hasBill = showsBill({ calls: transcript.calls.length, measured });
  // A usage with output only is a valid bill if other calls have both, but not on its own.
  const told = shown.filter(({ evidence: { usage } }) => hasBill || (usage !== undefined && inputSide(usage) > 0));
  const byCall = new Map(told.map(({ call, evidence }) => [call, evidence]));
  const calls = transcript.calls.map((_, index): CallEvidence => {
    const own = byCall.get(index);
    if (own === undefined) return before;
    const { systemTokens = firstSystem, lifetime } = own;
    before = nothingShown(systemTokens, lifetime);
    return isPredicted ? { ...own, ...NOTHING_LEARNED } : { ...own, systemTokens };
  });
  return { showsBill: hasBill, tellsWrites: tellsWrites(transcript), calls };
}

/** Most calls have usage. Then what a call without usage cost is not in the file. */
export function showsBill({ calls, measured }: { readonly calls: number; readonly measured: number }): boolean {
  return measured * 2 > calls;
}

function tellsWrites(transcript: Transcript): boolean {
  return transcript.calls.some(({ usage }) => lifetimeWritten(usage) !== undefined);
}

const NOTHING_LEARNED = {
  systemTokens: undefined,
  systemIsShared: false,
  left: undefined,
  shortTokens: 0,
  tailTokens: 0,
} as const;

function nothingShown(systemTokens: number | undefined, lifetime: CacheLifetime): CallEvidence {
  return {
    usage: undefined,
    billedOutput: undefined,
    cost: undefined,
    costOfPasses: 0,
    ...NOTHING_LEARNED,
    systemTokens,
    lifetime,
    ttlMs: lifetimeMs[lifetime],
  };
}

interface Shown {
  /** Index in the transcript's calls. */
  readonly call: number;
  readonly evidence: CallEvidence;
}

class Prediction {
  private readonly walker: RecordedContextWalker;
  private readonly cache = new PromptCache({
    ttlMs: lifetimeMs['5m'],
    minimumTokens: (model) => modelFor(model).minimumCacheableTokens ?? USUAL_MINIMUM_TOKENS,
  });
  /** Ends of what earlier requests had cached, if still prefixes; in tokens, including the system part. */
  private readonly ends: (CachePlace & { readonly messages: number })[] = [];
  private nextBoundary = 0;
  private blocks = 0;
  private messages = 0;
  private systemTokens = 0;
  private readonly modelsWithSharedSystem = new Set<string>();
  private lifetime: CacheLifetime = '5m';
  private last: Call | undefined;
  private readonly shown: Shown[] = [];

  constructor(private readonly transcript: Transcript) {
    this.walker = new RecordedContextWalker(transcript);
  }

  *run(): Steps<{ readonly predicted: PredictedCall[]; readonly shown: readonly Shown[] }> {
    const sideCalls = sideCallsOf(this.transcript);
    const predicted: PredictedCall[] = [];
    for (const [index, call] of this.transcript.calls.entries()) {
      if (isMeasured(call) && !sideCalls.has(call)) predicted.push(...this.predict(call, index));
      else this.show(call, index, undefined, 0);
      yield;
    }
    return { predicted, shown: this.shown };
  }

  private predict(call: Call, index: number): PredictedCall[] {
    if (call.usage === undefined) return [];
    const passed = this.moveTo(call);
    // What shrinks without a boundary was cut somewhere: at most an earlier, smaller request can still match.
    while ((this.ends.at(-1)?.tokens ?? 0) > sent(call)) this.ends.pop();
    const unchanged = this.ends.at(-1) ?? { tokens: this.systemTokens, blocks: 0 };
    this.lifetime = lifetimeWritten(call.usage) ?? this.lifetime;
    const model = call.model ?? '';
    const use = this.cache.request({
      model,
      systemTokens: Math.min(this.systemTokens, sent(call)),
      systemIsShared: this.modelsWithSharedSystem.has(model),
      unchanged: { blocks: unchanged.blocks, tokens: Math.max(0, unchanged.tokens - this.systemTokens) },
      end: { blocks: this.blocks, tokens: Math.max(0, sent(call) - this.systemTokens) },
      ttlMs: lifetimeMs[this.lifetime],
      ...(call.timeMs === undefined ? {} : { timeMs: call.timeMs }),
    });
    const predicted: CacheUse = { ...use };
    const left = this.leftAt(call, unchanged.tokens, passed);
    this.learn(call, predicted, passed);
    this.show(call, index, left, unchanged.tokens);
    // A breakpoint before the end leaves the rest of the request to be written by the next one.
    this.ends.push({ tokens: sent(call) - call.usage.input, blocks: this.blocks, messages: this.messages });
    this.last = call;
    return [{ call: index, sent: sent(call), recorded: cacheTokens(call.usage), predicted }];
  }

  private show(call: Call, index: number, left: number | undefined, couldRead: number): void {
    const { usage } = call;
    if (usage === undefined) return;
    const isShared = this.modelsWithSharedSystem.has(call.model ?? '');
    const model = modelFor(call.model ?? '');
    const passes = usage.extraPasses ?? [];
    const evidence: CallEvidence = {
      usage,
      billedOutput: usage.output,
      cost: costOf(usage, model),
      costOfPasses: passes.reduce((sum, pass) => sum + (costOf(pass, model) ?? 0), 0),
      systemTokens: this.systemTokens > 0 ? this.systemTokens : undefined,
      systemIsShared: isShared,
      lifetime: this.lifetime,
      ttlMs: lifetimeMs[this.lifetime],
      left,
      shortTokens: left === ALL_IS_LEFT ? Math.max(0, couldRead - usage.cacheRead) : 0,
      tailTokens: usage.input,
    };
    this.shown.push({ call: index, evidence });
  }

  /** Shows nothing if the recording itself had changed its messages, or the model. */
  private leftAt(call: Call, couldRead: number, passed: readonly Boundary[]): number | undefined {
    const read = call.usage?.cacheRead ?? 0;
    if (this.last === undefined) return read;
    if (!isBreak(couldRead, read) && couldRead > this.systemTokens) return ALL_IS_LEFT;
    return passed.length > 0 || isOtherModel(this.last, call) ? undefined : read;
  }

  /** Advances to the call, and drops the ends of requests that are no longer prefixes of it. */
  private moveTo(call: Call): readonly Boundary[] {
    const { boundaries } = this.transcript;
    const passed: Boundary[] = [];
    for (let next = boundaries[this.nextBoundary]; next !== undefined && next.at <= call.at; ) {
      passed.push(next);
      this.nextBoundary += 1;
      next = boundaries[this.nextBoundary];
    }
    const before = passed.length === 0 ? undefined : this.walker.messages.slice(0, this.messages);
    const clearedBefore = new Set(passed.length === 0 ? [] : this.walker.clearedToolCallIds);
    this.walker.moveTo(call.at);
    const now = this.walker.messages;
    if (before !== undefined) {
      const isSame = (index: number, place: number) =>
        index === now[place] && !this.holdsNewlyCleared(this.transcript.messages[index], clearedBefore);
      const change = before.findIndex((index, place) => !isSame(index, place));
      const kept = change === -1 ? before.length : change;
      while ((this.ends.at(-1)?.messages ?? 0) > kept) this.ends.pop();
      this.messages = 0;
      this.blocks = 0;
    }
    for (const index of now.slice(this.messages)) this.blocks += this.transcript.messages[index]?.parts.length ?? 0;
    this.messages = now.length;
    return passed;
  }

  private holdsNewlyCleared(message: Message | undefined, clearedBefore: ReadonlySet<string>): boolean {
    const cleared = this.walker.clearedToolCallIds;
    return (message?.parts ?? []).some(
      (part) => part.kind === 'tool-result' && cleared.has(part.callId) && !clearedBefore.has(part.callId),
    );
  }

  private learn(call: Call, predicted: CacheUse, passed: readonly Boundary[]): void {
    const read = call.usage?.cacheRead ?? 0;
    const couldRead =
      this.last === undefined ? Number.POSITIVE_INFINITY : sent(this.last) - (this.last.usage?.input ?? 0);
    const isFallBack =
      read < FALLEN_BACK * Math.min(couldRead, sent(call)) && !passed.some(({ kind }) => kind === 'rewind');
    const hasFallenBack = this.last === undefined || isFallBack;
    // Where an earlier request ended, an older entry was read, not the system part.
    const isOlderEntry = () => this.ends.some(({ tokens }) => tokens === read);
    if (hasFallenBack && read > 0 && !isOlderEntry()) this.systemTokens = read;
    if (predicted.why !== 'expired') return;
    if (read > 0 && hasFallenBack) this.modelsWithSharedSystem.add(call.model ?? '');
    else this.modelsWithSharedSystem.delete(call.model ?? '');
  }
}

function cacheTokens(usage: Usage): CacheTokens {
  return { read: usage.cacheRead, written: usage.cacheWrite5m + usage.cacheWrite1h, uncached: usage.input };
}
