import type { TextRange } from '../text/text-range';
import { classifyWord, type ExactValueType } from './classify-word';

/** What is known about a word between two blanks, wherever it occurs. */
export interface WordValues {
  /** Positions are within the word. */
  readonly values: readonly WordValue[];
  /** A bare number: its surroundings decide. */
  readonly bareNumber: TextRange | undefined;
  /** A path may continue after the word in Chinese characters. Where it may start. */
  readonly pathFrom: number | undefined;
}

interface WordValue {
  readonly type: ExactValueType;
  readonly value: string;
  readonly start: number;
}

/** For most distinct words. */
export const NO_VALUES: WordValues = { values: [], bareNumber: undefined, pathFrom: undefined };

/** Inside a word: `[a](src/a.ts)`, `{"path":"src/a.ts"}`, `src/a.ts(12,5)`, `src/a.ts's`, `Error("ENOENT")`. */
const INNER = /([\]()[,;|'"={}]+)/;
/** `"a\\nb\\nc"` is not a Windows path. */
const HOLDS_ESCAPES = /\\[nrt]/;
/** Without any of these there are no files, error names or quotations. */
const MAY_HOLD_VALUES = /[\\/"']|[A-Z]{2}|E\d|Error|Exception|Failure/;
const OPENING = `([{<"'\`*,;|`;
const CLOSING = `)]}>"'\`*,;|!?.:`;
const HOST_WITH_PORT = /^(?<before>(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*:)(?<port>\d{2,5})(?:[/?#]|$)/i;

type Classify = (word: string) => ExactValueType | undefined;

export function wordValues(whole: string, classify: Classify = classifyWord): WordValues {
  let start = 0;
  while (start < whole.length && OPENING.includes(whole.charAt(start))) start += 1;
  const value = withoutClosing(whole, start);
  const pathFrom = value.includes('/') ? start : undefined;
  const type = classify(value);
  if (type !== undefined) {
    const found = { type, value, start };
    const values = type === 'url' ? [found, ...portOf(value, start)] : [found];
    return { values, bareNumber: undefined, pathFrom };
  }
  if (/^\d[\d,._]*$/.test(value)) return { values: [], bareNumber: { start, end: start + value.length }, pathFrom };
  const within = MAY_HOLD_VALUES.test(value) && INNER.test(value) ? [...valuesWithin(whole, start, classify)] : [];
  if (within.length === 0 && pathFrom === undefined) return NO_VALUES;
  return { values: within, bareNumber: undefined, pathFrom };
}

/**
 * Values not separated by blanks. Code is full of names that mean nothing by themselves: outside quotation marks only
 * files, addresses and error names count.
 */
function* valuesWithin(whole: string, at: number, classify: Classify): Generator<WordValue> {
  const pieces = whole.slice(at).split(INNER);
  for (let place = 0, start = at; place < pieces.length; place += 2) {
    const piece = pieces[place] ?? '';
    const between = pieces[place + 1] ?? '';
    // For JSON in JSON: `\"ENOENT\"`.
    const value = withoutMarks(
      /^["']/.test(between) && piece.endsWith('\\') ? piece.replace(/(?<!\\)\\+$/, '') : piece,
    );
    const type = classify(value);
    if (type !== undefined) {
      const before = pieces[place - 1] ?? whole.charAt(at - 1);
      const isQuoted = /["']$/.test(before) && /^["']/.test(between);
      const isKey = isQuoted && between.length === 1 && pieces[place + 2]?.startsWith(':') === true;
      if (!isKey && ((isQuoted && !HOLDS_ESCAPES.test(value)) || countsInCode(type, value)))
        yield { type, value, start };
    }
    start += piece.length + between.length;
  }
}

function countsInCode(type: ExactValueType, value: string): boolean {
  return type === 'url' || type === 'error-code' || (type === 'path' && /\.\w{1,12}(?::\d+)*$/.test(value));
}

/** Given port 8080, models write `localhost:8080` from then on. */
function portOf(url: string, at: number): WordValue[] {
  const { before, port } = HOST_WITH_PORT.exec(url)?.groups ?? {};
  return before === undefined || port === undefined ? [] : [{ type: 'number', value: port, start: at + before.length }];
}

/** The brackets of `parse()` belong to it. */
function withoutClosing(whole: string, start: number): string {
  const word = withoutMarks(whole.slice(start));
  return whole.charAt(start + word.length) === ')' && whole.includes('()') ? `${word})` : word;
}

function withoutMarks(word: string): string {
  let end = word.length;
  while (end > 0 && CLOSING.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}
