import type { Later } from './cut';
import type { IndexedValue, PartPlace, ValueIndex } from './value-index';

/** [K2] Where the model first writes a value after a cut. */
export interface LaterUse {
  readonly used: PartPlace;
  /** It was shown the value again before that: in a result, or by the user. */
  readonly shownAgain?: PartPlace;
}

/**
 * A value is used if the model itself writes it: in an answer, in thinking, as an argument. If a result or the user
 * states it, the model did not have to know it.
 */
export function usedLater(index: ValueIndex, { rows }: IndexedValue, { from, isSent }: Later): LaterUse | undefined {
  let shownAgain: PartPlace | undefined;
  for (let next = firstFrom(rows, index.rowFrom(from)); next < rows.length; next++) {
    const place = index.placeOf(rows[next] ?? 0);
    if (index.roleAt(place) === 'assistant') return { used: place, ...(shownAgain && { shownAgain }) };
    if (shownAgain === undefined && isSent(place.message)) shownAgain = place;
  }
  return undefined;
}

function firstFrom(rows: readonly number[], row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) >= row) high = middle;
    else low = middle + 1;
  }
  return low;
}
