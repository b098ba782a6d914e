import { expect, it } from 'vitest';
import type { StopReason } from '../../agent/journal/need';
import { stopWords } from './stop-words';

const reasons: readonly StopReason[] = [
  { type: 'dead', size: 21_000, fits: 18_000 },
  { type: 'blocked', used: 19_000, blocking: 17_000 },
  { type: 'thrash', message: 'm4', tokens: 9_000 },
  { type: 'call-limit', calls: 200 },
  { type: 'money-limit', dollars: 1.5 },
  { type: 'problem', what: 'The line dropped.', advice: 'Try again.' },
  { type: 'stopped' },
];

it.each(reasons)('[X1] [X3] [G4] says why a run waits, with the numbers, and what helps: $type', (why) => {
  const { what, advice } = stopWords(why);
  for (const value of Object.values(why)) {
    if (typeof value === 'number') expect(what).toContain(value < 10 ? '$1.50' : value.toLocaleString('en-US'));
  }
  expect(advice).toMatch(/\.$/);
});
