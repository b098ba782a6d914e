import { type IndexedValue, ValueIndex } from '../../fidelity/values/value-index';
import type { MessageId } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';

/**
 * A recording, and the positions of its exact values. Made once for many replays: it takes as long as reading everything.
 */
export class ValuedRecording {
  readonly index: ValueIndex;
  readonly indexOf: ReadonlyMap<MessageId, number>;
  /** By row, the values that the model writes again later. Most values of a result never are. */
  readonly writtenLater: readonly (readonly IndexedValue[])[];
  /** By row, 1 for content that only the recording's own compactions added. */
  readonly isUnsent: Uint8Array;

  constructor(readonly material: ReplayMaterial) {
    const { transcript, isConsequence } = material;
    const index = indexOfAll(ValueIndex.of(transcript.messages));
    this.index = index;
    this.indexOf = new Map(transcript.messages.map(({ id }, place) => [id, place]));
    const isWritten = (row: number) => index.roleAt(index.placeOf(row)) === 'assistant';
    const lastWritten = new Map<IndexedValue, number>();
    const lastOf = (value: IndexedValue) => {
      const last = lastWritten.get(value) ?? value.rows.findLast(isWritten) ?? -1;
      lastWritten.set(value, last);
      return last;
    };
    const places = transcript.messages.flatMap(({ parts }, message) => parts.map((_, part) => ({ message, part })));
    this.writtenLater = places.map((place, row) => index.valuesAt(place).filter((value) => lastOf(value) > row));
    this.isUnsent = Uint8Array.from(places, ({ message }) => isConsequence[message] ?? 0);
  }
}

function indexOfAll(work: Generator<undefined, ValueIndex>): ValueIndex {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
