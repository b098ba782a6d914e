import type { TextRange } from '../text/text-range';
import { exactValues } from './exact-values';
import type { KnownWords } from './known-words';

/** A list of the files or names of a summary is shorter, or has words between its values. */
const MOST_LISTED = 30;
const WORD = /[\p{L}\p{N}]/u;

/**
 * [K2] Runs of more than thirty values without a word between them. A summary that only lists names keeps all of them, and
 * says nothing about any.
 */
export function bareLists(text: string, words: KnownWords): readonly TextRange[] {
  const lists: { start: number; end: number; values: number }[] = [];
  let run = { start: 0, end: 0, values: 0 };
  for (const { start, end } of exactValues(text, words)) {
    if (end <= run.end) continue;
    if (run.values > 0 && !WORD.test(text.slice(run.end, start))) run = { ...run, end, values: run.values + 1 };
    else {
      lists.push(run);
      run = { start, end, values: 1 };
    }
  }
  return [...lists, run].filter(({ values }) => values > MOST_LISTED).map(({ start, end }) => ({ start, end }));
}
