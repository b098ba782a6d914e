import type { Cut } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import { type WeighedUse, weighedUse } from '../values/used-later';
import type { IndexedValue, PartPlace, ValueIndex } from '../values/value-index';

/** [K1] [K2] What became of an exact value that was removed. */
export interface ValueFate {
  readonly value: IndexedValue;
  /** Its last occurrence. Missing if that was an earlier summary that is in no recording. */
  readonly was: PartPlace | undefined;
  readonly use: WeighedUse | undefined;
  readonly isThere: boolean;
  /** The result has it in a bare list, which says nothing about it. */
  readonly isOnlyListed: boolean;
}

/** Each value once; names of one file are one value. */
export function* valueFates(index: ValueIndex, { left, later }: Cut, remaining: RemainingParts): Generator<ValueFate> {
  for (const [value, was] of valuesThatLeft(index, left)) {
    const held = remaining.holding(value);
    yield {
      value,
      was,
      use: weighedUse(index, value, later),
      isThere: held === 'yes',
      isOnlyListed: held === 'listed',
    };
  }
}

function valuesThatLeft(index: ValueIndex, left: Cut['left']): ReadonlyMap<IndexedValue, PartPlace | undefined> {
  const values = new Map<IndexedValue, PartPlace | undefined>();
  const unknown = new Map<string, IndexedValue>();
  for (const { part, place } of left) {
    for (const found of place === undefined ? index.valuesIn(part) : index.valuesAt(place)) {
      const value = found.rows.length > 0 ? found : (unknown.get(found.value) ?? found);
      if (value.rows.length === 0) unknown.set(value.value, value);
      values.set(value, place ?? values.get(value));
    }
  }
  return values;
}
