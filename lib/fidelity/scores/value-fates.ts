import type { Cut } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import { type LaterUse, usedLater } from '../values/used-later';
import type { IndexedValue, PartPlace, ValueIndex } from '../values/value-index';

/** [K1] [K2] What became of an exact value that was removed. */
export interface ValueFate {
  readonly value: IndexedValue;
  /** Its last occurrence. Missing if that was an earlier summary that is in no recording. */
  readonly was: PartPlace | undefined;
  readonly use: LaterUse | undefined;
  readonly isThere: boolean;
}

/** Each value once. */
export function* valueFates(index: ValueIndex, { left, later }: Cut, remaining: RemainingParts): Generator<ValueFate> {
  for (const { value, was } of valuesThatLeft(index, left)) {
    yield { value, was, use: usedLater(index, value, later), isThere: remaining.holds(value) };
  }
}

function valuesThatLeft(index: ValueIndex, left: Cut['left']) {
  const values = new Map<string, { readonly value: IndexedValue; readonly was: PartPlace | undefined }>();
  for (const { part, place } of left) {
    for (const value of place === undefined ? index.valuesIn(part) : index.valuesAt(place)) {
      values.set(value.value, { value, was: place ?? values.get(value.value)?.was });
    }
  }
  return values.values();
}
