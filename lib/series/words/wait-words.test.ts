import { expect, test } from 'vitest';
import { waitWords } from './wait-words';

test.each([
  [1, '1 s'],
  [59_001, '60 s'],
  [119_000, '119 s'],
  [120_000, '2 min 0 s'],
  [3_599_000, '59 min 59 s'],
  [3_697_000, '1 h 1 min'],
  [4_000_000_000, '1,111 h 6 min'],
])('%d milliseconds are %s', (leftMs, words) => {
  expect(waitWords(leftMs)).toBe(words);
});
