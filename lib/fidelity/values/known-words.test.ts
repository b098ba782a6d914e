import { expect, it } from 'vitest';
import { KnownWords } from './known-words';
import { wordValues } from './word-values';

const valuesOf = (known: KnownWords, word: string) => known.valuesAt(`(${word})`, 1, word.length + 1);

it('examines each word once', () => {
  const known = new KnownWords();
  const first = valuesOf(known, 'src/a.ts');
  expect(first).toEqual(wordValues('src/a.ts'));
  expect(known.valuesAt('see src/a.ts', 4, 12)).toBe(first);
  expect(known.valuesAt('see src/b.ts', 4, 12)).not.toBe(first);
});

it('distinguishes words with the same hash', () => {
  const known = new KnownWords();
  for (const word of ['sdbmb.ts', 'mfjir.ts']) expect(valuesOf(known, word)).toEqual(wordValues(word));
});

it('remembers the words of a session while it grows', () => {
  const known = new KnownWords();
  const words = Array.from({ length: 20_000 }, (_, number) => `f${number}.ts`);
  const first = words.map((word) => valuesOf(known, word));
  const forgotten = words.filter((word, place) => valuesOf(known, word) !== first[place]);
  expect(forgotten).toEqual([]);
});

it('is correct for more words than it can remember', () => {
  const known = new KnownWords();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 200_000; number++) {
      const word = `f${number}.ts`;
      if (valuesOf(known, word).values[0]?.value !== word) expect.fail(word);
    }
  }
});

it('knows whether a quoted word is a value on its own', () => {
  const known = new KnownWords();
  for (let round = 0; round < 2; round++) {
    expect(known.typeOf('src/a.ts')).toBe('path');
    expect(known.typeOf('file')).toBe(undefined);
  }
});
