import type { ContextMessage, ContextPart } from '../layers/context';
import { contextMessage } from '../layers/made-message';
import type { AnchoredWeights } from '../tokens/anchored';
import { isMeasured } from '../tokens/growths';
import { groupOf, OTHER, RESULTS, THINKING } from '../tokens/part-table';
import { sideCallsOf } from '../tokens/side-calls';
import { RecordedContextWalker } from '../transcript/recorded-context';
import type { Transcript } from '../transcript/transcript';

/**
 * [T5] From one call on the recording carried less, or more, of the same content, and nothing in the file says why: the agent
 * has cleared thinking or results without a word, or another model counts otherwise. Every context that has these messages
 * has them at their new weight from there on, or what was cleared long ago would come back with the first change of a layer.
 */
export class Loss {
  private readonly known = new WeakMap<ContextMessage, ContextMessage>();

  constructor(
    /** By group of parts. */
    private readonly factors: readonly number[],
    /** Messages of the recording. */
    private readonly affected: ReadonlySet<number>,
  ) {}

  /** The message at its new weight; itself where it stays as it is. */
  of(before: ContextMessage): ContextMessage {
    const at = before.recordedAt?.at;
    if (at === undefined || !this.affected.has(at)) return before;
    const known = this.known.get(before);
    if (known !== undefined) return known;
    const parts = before.parts.map((held) => this.reweighed(held));
    const isSame = parts.every((held, part) => held === before.parts[part]);
    const after = isSame ? before : contextMessage(before.message, parts, before.recordedAt, before.refs);
    this.known.set(before, after);
    return after;
  }

  private reweighed(held: ContextPart): ContextPart {
    const factor = this.factors[groupOf(held.part)] ?? 1;
    return held.state !== 'whole' || factor === 1 ? held : { ...held, tokens: held.tokens * factor };
  }
}

/** By the call that was the first to carry less. */
export function lossesOf(transcript: Transcript, { scale }: AnchoredWeights): ReadonlyMap<number, Loss> {
  const losses = new Map<number, Loss>();
  const walker = new RecordedContextWalker(transcript);
  const sideCalls = sideCallsOf(transcript);
  let settledAt = 0;
  transcript.calls.forEach((call, index) => {
    const factors = [OTHER, THINKING, RESULTS].map((group) => {
      const column = scale[group];
      return index === 0 ? 1 : (column?.[index] ?? 1) / (column?.[index - 1] ?? 1);
    });
    if (factors.some((factor) => factor !== 1)) {
      walker.moveTo(call.at);
      // What came in since the last measured call was weighed at its new weight.
      losses.set(index, new Loss(factors, new Set(walker.messages.filter((message) => message < settledAt))));
    }
    if (isMeasured(call) && !sideCalls.has(call)) settledAt = call.at;
  });
  return losses;
}
