import { atOnce, type Steps } from '../base/steps/steps';
import type { Boundary, Call, Transcript } from '../transcript/transcript';
import { type Calibration, calibrate } from './calibrated';
import { isMeasured, isOtherModel, type RecordedReply, recordedReply, sent } from './growths';
import { OTHER, type PartTable, partTable, RESULTS, THINKING } from './part-table';
import { type PartListener, PartsInContext } from './parts-in-context';
import { shareGrowth } from './share-growth';
import { sideCallsOf } from './side-calls';

/**
 * [T5] The weight of every part, such that at every call with a recorded usage the weights of its content and of the
 * content missing from the file add up to that usage. The weight of part p at call c is `weight[p] × scale[group of
 * p][c]`; a cleared result weighs what is left of it. Nothing is stored per call and part.
 */
export interface AnchoredWeights {
  readonly parts: PartTable;
  readonly weight: Float64Array;
  /** What each part weighed when it was added, before any clearing. */
  readonly whenAdded: Float64Array;
  /** For each group a column of calls. */
  readonly scale: readonly Float64Array[];
  /** System prompt and tools, as far as they are in the file; of the group `other`. */
  readonly systemWeight: number;
  /** For each call, if it was replaced during the session. */
  readonly systemByCall?: SystemByCall;
  /** For each call, content missing from the file: before the messages, and among them. */
  readonly notInFile: Float64Array;
  /** The share of it that is part of the conversation, and goes when the conversation goes. */
  readonly unfiled: readonly Unfiled[];
  /** For each call, the scale of content missing from the file, as `scale` is for content in the file. */
  readonly unfiledScale: Float64Array;
  /** For each call, which of `unfiled` it carried. */
  readonly unfiledTokens: Float64Array;
}

/**
 * Content that is not in the file, known only by its size: what a compaction restored, the history of a continued
 * session, a reminder. Between two recorded compactions, the part before the messages is taken to be what the smallest
 * stretch starts with: it cannot include any of the conversation.
 */
export interface Unfiled {
  /** The call it came in with. */
  readonly call: number;
  readonly tokens: number;
  /** A recorded compaction restored it. */
  readonly isRestored: boolean;
}

export function anchor(transcript: Transcript, calibration: Calibration = calibrate(transcript)): AnchoredWeights {
  return atOnce(anchorInSteps(transcript, calibration));
}

export function* anchorInSteps(transcript: Transcript, calibration: Calibration): Steps<AnchoredWeights> {
  const parts = yield* partTable(transcript, calibration);
  return transcript.usageCountedBy === undefined
    ? yield* new Anchoring(transcript, calibration, parts).run()
    : countedWeights(transcript, calibration, parts);
}

/** Where the recorded size is our own count: nothing to distribute or to scale. */
function countedWeights(transcript: Transcript, calibration: Calibration, parts: PartTable): AnchoredWeights {
  const calls = transcript.calls.length;
  return {
    parts,
    weight: parts.estimate,
    whenAdded: parts.estimate,
    scale: [OTHER, THINKING, RESULTS].map(() => new Float64Array(calls).fill(1)),
    systemWeight: systemWeightOf(transcript, calibration),
    ...systemByCall(transcript, calibration),
    notInFile: new Float64Array(calls),
    unfiled: [],
    unfiledScale: new Float64Array(calls).fill(1),
    unfiledTokens: new Float64Array(calls),
  };
}

/** [Y3] */
export interface SystemByCall {
  /** What the call sent. */
  readonly sent: Float64Array;
  /** What was decided with before the call: after a compaction, what it sent is another. */
  readonly prepared: Float64Array;
}

function systemByCall(transcript: Transcript, calibration: Calibration): { readonly systemByCall?: SystemByCall } {
  const { systemChanges = [], calls, tools } = transcript;
  if (systemChanges.length === 0) return {};
  const weights = systemChanges.map(({ system, tools: own = tools }) =>
    systemWeightOf({ system, tools: own }, calibration),
  );
  const first = systemWeightOf(transcript, calibration);
  const weightOf = (call: number, isPrepared: boolean) => {
    const last = systemChanges.findLastIndex(
      ({ from, isAfterWork = false }) => from < call || (from === call && !(isPrepared && isAfterWork)),
    );
    return weights[last] ?? first;
  };
  return {
    systemByCall: {
      sent: Float64Array.from(calls, (_, call) => weightOf(call, false)),
      prepared: Float64Array.from(calls, (_, call) => weightOf(call, true)),
    },
  };
}

/** What precedes the messages, as far as it is in the file. */
export function systemWeightOf(
  { system, tools }: Pick<Transcript, 'system' | 'tools'>,
  calibration: Calibration,
): number {
  return (
    system.reduce((sum, part) => sum + calibration.partTokens(part), 0) +
    tools.reduce((sum, tool) => sum + calibration.toolTokens(tool), 0)
  );
}

/** A smaller loss is taken for an addition that weighs less than estimated. */
const SMALLEST_LOSS = 500;
/** An addition that seems to weigh less than this share of its estimate hides a loss of something else. */
const MIN_OF_ESTIMATE = 0.25;
/** Clearing leaves something behind; a loss above this share of what can be cleared has another cause. */
const MAX_CLEARED = 0.95;
/** A new model may count the same text differently by this factor; more has another cause. */
const MAX_BY_MODEL = 2;
/** System prompt and messages that are all in the file may exceed the estimate by this factor; more is not in the file. */
const MAX_BY_ESTIMATE = 1.6;
const SMALLEST_SCALE = 1e-6;
/** Less is taken for a system prompt that grew, or for an addition that weighs more than estimated. */
const SMALLEST_UNFILED = 500;
/** Counted, unmeasured sizes may be off by this share. */
const COUNTING_ERROR = 0.15;

interface Stretch {
  readonly call: number;
  /** Not in the file. */
  readonly tokens: number;
  /** In the file, as counted: the rest is known no better than this. */
  readonly counted: number;
  readonly jumps: Unfiled[];
}

class Anchoring implements PartListener {
  private readonly weight: Float64Array;
  private readonly whenAdded: Float64Array;
  private readonly scale: readonly Float64Array[];
  private readonly notInFile: Float64Array;
  private readonly unfiledScale: Float64Array;
  private readonly systemWeight: number;
  private readonly byCall: { readonly systemByCall?: SystemByCall };
  private readonly context: PartsInContext;
  private readonly replies = new Map<number, RecordedReply>();
  private readonly isWeighed: Uint8Array;

  /** The weights in the context by group, and their current multipliers. */
  private readonly sums = new Float64Array(3);
  private readonly scaleNow = new Float64Array(3).fill(1);
  private notInFileNow = 0;
  private unfiledScaleNow = 1;
  private readonly stretches: Stretch[] = [];
  /** Messages that are not weighed until the next usage is known. */
  private pending: number[] = [];
  private isStartOfStretch = true;
  private last: Call | undefined;
  /** Calls without usage: they take the state of the next call of their stretch that has one. */
  private waiting: number[] = [];

  constructor(
    private readonly transcript: Transcript,
    private readonly calibration: Calibration,
    private readonly parts: PartTable,
  ) {
    const calls = transcript.calls.length;
    this.weight = new Float64Array(this.parts.message.length);
    this.whenAdded = new Float64Array(this.parts.message.length);
    this.isWeighed = new Uint8Array(transcript.messages.length);
    this.scale = [OTHER, THINKING, RESULTS].map(() => new Float64Array(calls).fill(1));
    this.notInFile = new Float64Array(calls);
    this.unfiledScale = new Float64Array(calls).fill(1);
    this.systemWeight = systemWeightOf(transcript, calibration);
    this.byCall = systemByCall(transcript, calibration);
    this.sums[OTHER] = this.systemWeight;
    this.context = new PartsInContext(transcript, this.parts, this);
  }

  *run(): Steps<AnchoredWeights> {
    const { calls, messages } = this.transcript;
    const sideCalls = sideCallsOf(this.transcript);
    const { sent: system } = this.byCall.systemByCall ?? {};
    for (const [index, call] of calls.entries()) {
      this.context.moveTo(call.at);
      const change = index === 0 ? 0 : (system?.[index] ?? 0) - (system?.[index - 1] ?? 0);
      this.sums[OTHER] = (this.sums[OTHER] ?? 0) + change;
      if (isMeasured(call) && !sideCalls.has(call)) this.settle(call, index);
      else this.waiting.push(index);
      const reply = recordedReply(this.transcript, call);
      if (reply !== undefined) this.replies.set(call.at, reply);
      yield;
    }
    this.keepState(this.waiting);
    this.context.moveTo(messages.length);
    for (const message of this.pending) this.weigh(message, this.estimate(message));
    const { parts, weight, whenAdded, scale, systemWeight, notInFile, unfiledScale, byCall } = this;
    const rest = { ...byCall, ...this.unfiled() };
    return { parts, weight, whenAdded, scale, systemWeight, notInFile, unfiledScale, ...rest };
  }

  private unfiled(): Pick<AnchoredWeights, 'unfiled' | 'unfiledTokens'> {
    const [smallest] = [...this.stretches].sort((a, b) => a.tokens - b.tokens);
    const { tokens: system = 0, counted: countedThere = 0 } = smallest ?? {};
    const unfiled: Unfiled[] = [];
    const unfiledTokens = new Float64Array(this.notInFile.length);
    this.stretches.forEach(({ call: from, tokens, counted, jumps }, stretch) => {
      const start = { call: from, tokens: tokens - system, isRestored: stretch > 0 };
      const least = Math.max(SMALLEST_UNFILED, COUNTING_ERROR * (counted + countedThere));
      const all = [...(start.tokens >= least ? [start] : []), ...jumps];
      unfiled.push(...all);
      const end = this.stretches[stretch + 1]?.call ?? unfiledTokens.length;
      // At a scale of 1.
      let sum = 0;
      let next = 0;
      for (let call = from; call < end; call++) {
        const scale = this.unfiledScale[call] ?? 1;
        for (; all[next]?.call === call; next++) sum += (all[next]?.tokens ?? 0) / scale;
        unfiledTokens[call] = Math.min(sum * scale, this.notInFile[call] ?? 0);
      }
    });
    return { unfiled, unfiledTokens };
  }

  part(part: number, sign: 1 | -1): void {
    const group = this.parts.group[part] ?? OTHER;
    this.sums[group] = (this.sums[group] ?? 0) + sign * (this.weight[part] ?? 0);
  }

  entered(message: number): void {
    if (this.isWeighed[message] === 0) this.pending.push(message);
  }

  passed(boundary: Boundary): void {
    if (boundary.kind !== 'full') return;
    this.isStartOfStretch = true;
    if (this.last === undefined) return;
    this.keepState(this.waiting);
    this.waiting = [];
  }

  /** Scales everything in the context to the recorded size. */
  private settle(call: Call, index: number): void {
    // Messages without content, or dropped before any call carried them, take no part in the growth.
    const added = this.pending.filter((message) => this.context.has(message) && this.partsOf(message).length > 0);
    const isAdded = new Set(added);
    for (const message of this.pending) if (!isAdded.has(message)) this.weigh(message, this.estimate(message));
    this.pending = [];
    const first = this.waiting[0] ?? index;
    if (this.isStartOfStretch) {
      this.startStretch(sent(call), added);
      const tokens = this.notInFileNow;
      this.stretches.push({ call: first, tokens, counted: sent(call) - tokens, jumps: [] });
    } else this.grow(sent(call), first, added, this.last !== undefined && isOtherModel(this.last, call));
    this.isStartOfStretch = false;
    this.last = call;
    this.keepState([...this.waiting, index]);
    this.waiting = [];
  }

  private startStretch(tokens: number, added: readonly number[]): void {
    for (const message of added) this.weigh(message, this.estimate(message));
    this.notInFileNow = 0;
    const counted = this.total();
    if (counted <= 0) {
      this.notInFileNow = tokens;
      return;
    }
    const factor = tokens / counted;
    const mayStretch = this.transcript.systemInFile === 'all' && factor <= MAX_BY_ESTIMATE;
    if (factor < 1 || mayStretch) this.comeTo(tokens, added);
    else this.notInFileNow = tokens - counted;
  }

  private grow(tokens: number, call: number, added: readonly number[], isOther: boolean): void {
    const estimate = added.reduce((sum, message) => sum + this.estimate(message), 0);
    const before = this.scalable();
    if (isOther && before > 0) {
      const factor = (tokens - estimate - this.context.placeholderTokens) / before;
      if (factor > 1 / MAX_BY_MODEL && factor < MAX_BY_MODEL) this.scaleAll(factor);
    }
    const growth = tokens - this.total();
    const loss = estimate - growth;
    if (growth < 0 || (growth < MIN_OF_ESTIMATE * estimate && loss > SMALLEST_LOSS)) {
      if (estimate < tokens) this.lose(loss);
      for (const message of added) this.weigh(message, this.estimate(message));
      this.comeTo(tokens, added);
      return;
    }
    const shared = shareGrowth(
      growth,
      added.map((message) => this.addition(message)),
    );
    added.forEach((message, index) => {
      this.weigh(message, shared.tokens[index] ?? 0);
    });
    this.notInFileNow += shared.rest;
    if (shared.rest < SMALLEST_UNFILED) return;
    this.stretches.at(-1)?.jumps.push({ call, tokens: shared.rest, isRestored: false });
  }

  /** Agents clear old thinking and old results without recording it; everything else shrinks in proportion. */
  private lose(tokens: number): void {
    const clearable = this.groupTotal(THINKING) + this.groupTotal(RESULTS);
    if (tokens > clearable * MAX_CLEARED) {
      this.scaleAll(1 - tokens / this.scalable());
      return;
    }
    this.scaleGroup(THINKING, 1 - tokens / clearable);
    this.scaleGroup(RESULTS, 1 - tokens / clearable);
  }

  /** Groups that cannot lose as much as they should would otherwise exceed the measured size from here on. */
  private comeTo(tokens: number, added: readonly number[]): void {
    const scalable = this.scalable();
    const factor = (tokens - this.context.placeholderTokens) / scalable;
    if (scalable <= 0 || factor <= 0 || Math.abs(factor - 1) < SMALLEST_SCALE) return;
    this.scaleAll(factor);
    for (const part of added.flatMap((message) => this.partsOf(message))) {
      this.whenAdded[part] = (this.whenAdded[part] ?? 0) * factor;
    }
  }

  private total(): number {
    return this.scalable() + this.context.placeholderTokens;
  }

  private scalable(): number {
    return this.groupTotal(OTHER) + this.groupTotal(THINKING) + this.groupTotal(RESULTS) + this.notInFileNow;
  }

  private groupTotal(group: number): number {
    return Math.max(0, (this.sums[group] ?? 0) * (this.scaleNow[group] ?? 1));
  }

  private scaleAll(factor: number): void {
    for (const group of [OTHER, THINKING, RESULTS]) this.scaleGroup(group, factor);
    this.notInFileNow *= factor;
    this.unfiledScaleNow = Math.max(SMALLEST_SCALE, this.unfiledScaleNow * factor);
  }

  private scaleGroup(group: number, factor: number): void {
    this.scaleNow[group] = Math.max(SMALLEST_SCALE, (this.scaleNow[group] ?? 1) * factor);
  }

  private addition(message: number) {
    const reply = this.replies.get(message);
    const parts = this.partsOf(message);
    return {
      rough: parts.reduce((sum, part) => sum + (this.parts.rough[part] ?? 0), 0),
      isHidden: parts.some((part) => this.parts.isHidden[part] === 1),
      ...(reply === undefined ? {} : { recordedOutput: reply.output }),
    };
  }

  private estimate(message: number): number {
    const reply = this.replies.get(message);
    if (reply !== undefined) return this.calibration.replyTokens(reply);
    return this.partsOf(message).reduce((sum, part) => sum + (this.parts.estimate[part] ?? 0), 0);
  }

  /** Distributes a message's tokens over its parts; thinking that is not in the file gets the rest. */
  private weigh(message: number, tokens: number): void {
    const parts = this.partsOf(message);
    const hidden = parts.filter((part) => this.parts.isHidden[part] === 1);
    const estimated = parts.reduce((sum, part) => sum + (this.parts.estimate[part] ?? 0), 0);
    const shown = hidden.length > 0 ? Math.min(tokens, estimated) : tokens;
    const shares = hidden.length > 0 ? this.parts.estimate : this.parts.rough;
    const sum = parts.reduce((total, part) => total + (shares[part] ?? 0), 0);
    for (const part of parts) {
      const share = sum > 0 ? (shown * (shares[part] ?? 0)) / sum : shown / parts.length;
      const isHidden = this.parts.isHidden[part] === 1;
      this.setWeight(part, share + (isHidden ? (tokens - shown) / hidden.length : 0));
    }
    this.isWeighed[message] = 1;
  }

  private setWeight(part: number, tokens: number): void {
    const group = this.parts.group[part] ?? OTHER;
    const isCounted = this.context.has(this.parts.message[part] ?? -1) && this.context.isWhole(part);
    if (isCounted) this.part(part, -1);
    this.whenAdded[part] = tokens;
    this.weight[part] = tokens / (this.scaleNow[group] ?? 1);
    if (isCounted) this.part(part, 1);
  }

  private partsOf(message: number): number[] {
    const parts: number[] = [];
    const end = this.parts.start[message + 1] ?? 0;
    for (let part = this.parts.start[message] ?? 0; part < end; part++) parts.push(part);
    return parts;
  }

  private keepState(calls: readonly number[]): void {
    for (const call of calls) {
      this.scale.forEach((column, group) => {
        column[call] = this.scaleNow[group] ?? 1;
      });
      this.notInFile[call] = this.notInFileNow;
      this.unfiledScale[call] = this.unfiledScaleNow;
    }
  }
}
