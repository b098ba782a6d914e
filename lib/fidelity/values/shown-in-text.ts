import { partTexts } from '../text/part-texts';
import type { Later } from './cut';
import { isNamedAt, lastStep, namesInText } from './file-names';
import { textHolds } from './held-text';
import type { IndexedValue, PartPlace, ValueIndex } from './value-index';

/** How far back one value's search has come, and where it was found. */
interface Search {
  /** Rows before this one have not been searched. */
  from: number;
  /** Latest first. */
  readonly found: number[];
}

/** More than the largest window holds. A value that is needed later than that is not in anybody's mind. */
const MOST_CHARACTERS = 8_000_000;

const searches = new WeakMap<ValueIndex, Map<string, Search>>();

/**
 * The latest message of a result or the user that has the characters of a value, between a cut and its use. A line of code
 * shows a name that is no value there. Each stretch is searched once, however many cuts there are.
 */
export function shownInText(
  index: ValueIndex,
  value: IndexedValue,
  use: PartPlace,
  { from, isSent }: Later,
): PartPlace | undefined {
  const known = searches.get(index) ?? new Map<string, Search>();
  searches.set(index, known);
  const key = `${index.rowOf(use)} ${value.value}`;
  const search = known.get(key) ?? { from: index.rowFrom(use.message), found: [] };
  known.set(key, search);
  const start = index.rowFrom(from);
  const isShown = (row: number) => row >= start && isSent(index.placeOf(row).message);
  const before = search.found.find(isShown);
  if (before !== undefined) return index.placeOf(before);
  const names = value.type === 'path' ? namesInText(value) : [{ text: value.value }];
  // Most texts do not even have the last step of a path.
  const last = value.type === 'path' ? lastStep(value.value) : value.value;
  const isIn = (text: string) =>
    text.includes(last) &&
    names.some((name) => textHolds(text, name.text, value.type, (start) => isNamedAt(text, start, name)));
  let characters = 0;
  while (search.from > start && characters < MOST_CHARACTERS) {
    search.from -= 1;
    const place = index.placeOf(search.from);
    const message = index.messages[place.message];
    const part = message?.parts[place.part];
    if (part === undefined || message?.role === 'assistant') continue;
    for (const text of partTexts(part)) {
      characters += text.length;
      if (!isIn(text)) continue;
      search.found.push(search.from);
      break;
    }
    if (search.found.at(-1) === search.from && isShown(search.from)) return place;
  }
  return undefined;
}
