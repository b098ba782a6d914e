import type { TextRange } from '../text/text-range';
import type { ExactValueType } from './classify-word';
import { GRAM, GramIndex } from './gram-index';

/** From this many values on, building an index is faster than searching for each. */
const SEARCHES_WITHOUT_INDEX = 64;

/** Finds whole occurrences of thousands of values in a text. */
export class SearchedText {
  private searches = 0;
  private grams: GramIndex | undefined;

  constructor(private readonly text: string) {}

  holds(value: string, type: ExactValueType): boolean {
    return this.mayHave(value) && !this.places(value, type).next().done;
  }

  /** Rules out nearly all strings that it does not have. */
  mayHave(text: string): boolean {
    return text.length < GRAM || this.grams?.mayHave(text) !== false;
  }

  /** Where the value occurs, in order. */
  *places(value: string, type: ExactValueType): Generator<TextRange> {
    if (value.length === 0 || value.length > this.text.length) return;
    for (const start of this.startsOf(value)) {
      if (isWhole(this.text, value, type, start)) yield { start, end: start + value.length };
    }
  }

  private startsOf(value: string): Generator<number> {
    this.searches += 1;
    if (value.length < GRAM || this.searches <= SEARCHES_WITHOUT_INDEX) return this.searched(value);
    this.grams ??= new GramIndex(this.text);
    return this.grams.startsOf(value);
  }

  private *searched(value: string): Generator<number> {
    for (let at = this.text.indexOf(value); at !== -1; at = this.text.indexOf(value, at + 1)) yield at;
  }
}

/** For a single search. */
export function textHolds(
  text: string,
  value: string,
  type: ExactValueType,
  isWanted: (start: number) => boolean = () => true,
): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (isWhole(text, value, type, at) && isWanted(at)) return true;
  }
  return false;
}

/**
 * Neighbouring characters that make another value of it: `src/a.ts` is not in `src/a.ts.bak`, nor `50%` in `2.50%`.
 * Checks the character and two before it.
 */
const GOES_ON_BEFORE: Partial<Record<ExactValueType, RegExp>> = {
  path: /\w[-.@+~]\w$|[\w.~-][\\/.~]$/,
  number: /\d[.,]\d$/,
};
const GOES_ON_BEHIND: Partial<Record<ExactValueType, RegExp>> = {
  path: /[-./\\@+~]*\w/y,
  url: /[-./\\@+~?#&=%:]*\w/y,
  hash: /-\w/y,
  number: /[.,]\d|-[a-z]/y,
  setting: /[.,]\d/y,
  command: /[-./:=@]\w/y,
};

function isWhole(text: string, value: string, type: ExactValueType, at: number): boolean {
  const end = at + value.length;
  if (joins(text[at - 1], value[0]) || joins(value.at(-1), text[end])) return false;
  if (GOES_ON_BEFORE[type]?.test(text.slice(Math.max(0, at - 2), at + 1))) return false;
  const behind = GOES_ON_BEHIND[type];
  // A folder occurs if a path goes through it.
  if (behind === undefined || (type === 'path' && /[\\/]$/.test(value))) return true;
  behind.lastIndex = end;
  return !behind.test(text);
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && /\w/.test(left) && /\w/.test(right);
}
