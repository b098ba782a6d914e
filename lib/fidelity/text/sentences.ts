import type { TextRange } from './text-range';

// Bounded: over millions of the same character an unbounded repetition may exhaust the stack of the regular expression.
const END_OF_SENTENCE = /[.!?](?=["')\]]{0,20}(?:\s|$))|[。！？；]|[\n\r]{1,100}|;(?=\s)/g;
const LIST_MARK = /^(?:[-*+•>#|]+|\d{1,3}[.)])\s+/;

/** The sentences of a text, without list and quotation marks before them. A line break ends one, too. */
export function* sentences(text: string): Generator<TextRange> {
  let start = 0;
  for (const match of text.matchAll(END_OF_SENTENCE)) {
    const end = match.index + match[0].length;
    yield* withoutMark(text, start, end);
    start = end;
  }
  yield* withoutMark(text, start, text.length);
}

function* withoutMark(text: string, from: number, to: number): Generator<TextRange> {
  const raw = text.slice(from, to);
  let start = from + raw.length - raw.trimStart().length;
  // More would be a drawing.
  for (let marks = 0; marks < 4; marks++) start += LIST_MARK.exec(text.slice(start, start + 20))?.[0].length ?? 0;
  const end = from + raw.trimEnd().length;
  if (end > start) yield { start, end };
}

/** The same without fenced code. */
export function* proseSentences(text: string): Generator<TextRange> {
  const fences = fencedRanges(text);
  let fence = 0;
  for (const sentence of sentences(text)) {
    while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) <= sentence.start) fence += 1;
    if ((fences[fence]?.start ?? Number.POSITIVE_INFINITY) >= sentence.end) yield sentence;
  }
}

function fencedRanges(text: string): TextRange[] {
  const marks = [...text.matchAll(/^[ \t]{0,3}(?:```|~~~)/gm)].map(({ index }) => index);
  const ranges = [];
  for (let i = 0; i < marks.length; i += 2) ranges.push({ start: marks[i] ?? 0, end: marks[i + 1] ?? text.length });
  return ranges;
}
