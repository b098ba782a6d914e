import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GRAM, GramIndex } from './gram-index';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom('a', 'b', 'ab', 'aaaa', '中', '\u{1F600}'), { maxLength: 200 }).map((all) => all.join('')),
);

it('finds what a full search finds', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), texts, (text, start, length, other) => {
      const index = new GramIndex(text);
      const from = start % (text.length + 1);
      for (const value of [text.slice(from, from + GRAM + (length % 20)), other]) {
        if (value.length < GRAM) continue;
        const starts = startsIn(text, value);
        expect([...index.startsOf(value)]).toEqual(starts);
        if (starts.length > 0) expect(index.mayHave(value)).toBe(true);
      }
    }),
  );
});

function startsIn(text: string, value: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) starts.push(at);
  return starts;
}

it('rules out nearly everything that is absent', () => {
  const index = new GramIndex('the quick brown fox jumps over the lazy dog '.repeat(100));
  expect(index.mayHave('src/a.ts')).toBe(false);
});
