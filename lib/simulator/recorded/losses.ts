import type { ContextMessage, ContextPart } from '../../layers/shape/context';
import { contextMessage } from '../../layers/shape/made-message';
import type { AnchoredWeights } from '../../tokens/anchored';
import { isMeasured } from '../../tokens/growths';
import { groupOf, OTHER, RESULTS, THINKING } from '../../tokens/part-table';
import { sideCallsOf } from '../../tokens/side-calls';
import { RecordedContextWalker } from '../../transcript/recorded-context';
import type { ToolCallId, Transcript } from '../../transcript/transcript';
import { firstCallFrom } from './stretches';
import { reweighed, type UnfiledMessages } from './unfiled-messages';

/** The weight of earlier messages in a recording, between two recorded compactions. */
interface Stretch {
  readonly from: number;
  readonly kept: ReadonlySet<number>;
  readonly cleared: ReadonlySet<ToolCallId>;
  /** Its first call. */
  readonly fromCall: number;
}

/** What is not in the file loses its share too. */
interface UnfiledLoss {
  readonly call: number;
  readonly factor: number;
  readonly messages: Pick<UnfiledMessages, 'cameWith'>;
}

/**
 * [T5] From one call on, the same content weighs less or more, and the file does not say why: the agent cleared
 * thinking or results without recording it, or another model counts differently. Every context uses the new weight of
 * these messages from there on. Otherwise, content that was cleared long ago would return with the first change by a
 * layer.
 */
export class Loss {
  private readonly known = new WeakMap<ContextMessage, ContextMessage>();

  constructor(
    /** By group of parts. */
    private readonly factors: readonly number[],
    private readonly stretch: Stretch,
    /** Messages from here on already have the new weight. */
    private readonly before: number,
    private readonly unfiled: UnfiledLoss,
  ) {}

  /** The message at its new weight, or the same object if it does not change. */
  of(message: ContextMessage): ContextMessage {
    const at = message.recordedAt?.at;
    if (at === undefined) return this.ofMade(message);
    if (at >= this.before || (at < this.stretch.from && !this.stretch.kept.has(at))) return message;
    const known = this.known.get(message);
    if (known !== undefined) return known;
    const parts = message.parts.map((held) => this.reweighed(held));
    const isSame = parts.every((held, part) => held === message.parts[part]);
    const after = isSame ? message : contextMessage(message.message, parts, message.recordedAt, message.refs);
    this.known.set(message, after);
    return after;
  }

  private ofMade(message: ContextMessage): ContextMessage {
    const { messages, call, factor } = this.unfiled;
    const came = messages.cameWith(message.message.id);
    if (factor === 1 || came === undefined || came < this.stretch.fromCall || came >= call) return message;
    const after = this.known.get(message) ?? reweighed(message, factor);
    this.known.set(message, after);
    return after;
  }

  private reweighed(held: ContextPart): ContextPart {
    const factor = this.factors[groupOf(held.part)] ?? 1;
    if (held.state !== 'whole' || factor === 1) return held;
    // The recording only contained its placeholder, so nothing more was lost.
    if (held.part.kind === 'tool-result' && this.stretch.cleared.has(held.part.callId)) return held;
    return { ...held, tokens: held.tokens * factor };
  }
}

/** By the first call that carried less. */
export function lossesOf(
  transcript: Transcript,
  { scale, unfiledScale }: AnchoredWeights,
  messages: Pick<UnfiledMessages, 'cameWith'>,
): ReadonlyMap<number, Loss> {
  const { boundaries, calls } = transcript;
  const losses = new Map<number, Loss>();
  const sideCalls = sideCallsOf(transcript);
  const walker = new RecordedContextWalker(transcript);
  let stretch: Stretch = { from: 0, kept: new Set(), cleared: new Set(), fromCall: 0 };
  let passed = 0;
  let settledAt = 0;
  calls.forEach((call, index) => {
    for (let next = boundaries[passed]; next !== undefined && next.at <= call.at; next = boundaries[passed]) {
      passed += 1;
      if (next.kind === 'rewind') continue;
      walker.moveTo(next.at);
      const from = next.kind === 'full' ? next.at : stretch.from;
      const kept = next.kind === 'full' ? new Set(walker.messages.filter((message) => message < from)) : stretch.kept;
      const fromCall = next.kind === 'full' ? firstCallFrom(transcript, from) : stretch.fromCall;
      stretch = { from, kept, cleared: new Set(walker.clearedToolCallIds), fromCall };
    }
    const factors = [OTHER, THINKING, RESULTS].map((group) => {
      const column = scale[group];
      return index === 0 ? 1 : (column?.[index] ?? 1) / (column?.[index - 1] ?? 1);
    });
    const factor = index === 0 ? 1 : (unfiledScale[index] ?? 1) / (unfiledScale[index - 1] ?? 1);
    const isLess = factor !== 1 || factors.some((each) => each !== 1);
    if (isLess) losses.set(index, new Loss(factors, stretch, settledAt, { call: index, factor, messages }));
    if (isMeasured(call) && !sideCalls.has(call)) settledAt = call.at;
  });
  return losses;
}
