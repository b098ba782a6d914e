import { expect, it } from 'vitest';
import { breakEvenWords } from './break-even-words';

it.each([
  ['never', 3, 10, 'Never: later calls are no smaller.'],
  [1, 3, 10, 'Pays back with this call.'],
  [4, 3, 10, 'Pays back after 4 calls, at call 7.'],
  [7, 3, 10, 'Pays back after 7 calls, at call 10.'],
  [8, 3, 10, 'Would pay back after 8 calls, but the session ends after 7.'],
] as const)('[E3] says when %s from call %i of %i pays back', (breakEven, call, calls, words) =>
  expect(breakEvenWords(breakEven, call, calls)).toBe(words),
);
