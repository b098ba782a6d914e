import { expect, it } from 'vitest';
import { breakEvenWords } from './break-even-words';

it.each([
  ['never', 3, 10, 'Never: later calls carry no less.'],
  [1, 3, 10, 'Paid back with this very call.'],
  [4, 3, 10, 'Paid back after 4 calls, with call 7.'],
  [7, 3, 10, 'Paid back after 7 calls, with call 10.'],
  [8, 3, 10, 'Would be paid back after 8 calls; the session ends after 7.'],
] as const)('[E3] says of %s from call %i of %i when it is paid back', (breakEven, call, calls, words) =>
  expect(breakEvenWords(breakEven, call, calls)).toBe(words),
);
