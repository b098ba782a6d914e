import { optional } from '../../base/optional';
import type { Later } from './cut';
import { shownInText } from './shown-in-text';
import type { IndexedValue, PartPlace, ValueIndex } from './value-index';
import { type ValueWorth, valueWorth } from './value-worth';

/** [K2] Where the model first writes a value after a cut. */
export interface LaterUse {
  readonly used: PartPlace;
  /** It was shown the value again before that: in a result, or by the user. */
  readonly shownAgain?: PartPlace;
}

/** [K2] With what it matters, if anybody would look for the value in a summary. */
export interface WeighedUse extends LaterUse {
  readonly worth?: ValueWorth;
}

/** Only for values that matter, a line of code that has their characters shows them, too. */
export function weighedUse(index: ValueIndex, value: IndexedValue, later: Later): WeighedUse | undefined {
  const use = usedLater(index, value, later);
  if (use === undefined) return undefined;
  const worth = valueWorth(index, value, later.from);
  if (worth === undefined) return use;
  if (use.shownAgain !== undefined) return { ...use, worth };
  return { ...use, ...optional('shownAgain', shownInText(index, value, use.used, later)), worth };
}

/** [K2] The model needs it: it writes it again, and is not shown it before. */
export function isNeeded(use: Partial<WeighedUse>): boolean {
  return use.used !== undefined && use.shownAgain === undefined && use.worth !== undefined;
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
