import { expect, test } from 'vitest';
import { nextCut } from './next-cut';

const compactionAt = (call: number) => ({ kind: 'full', trigger: 'auto', call, boundary: 0, isGuess: false }) as const;

test.each([
  [0, 140],
  [135, 179],
  [140, 179],
  [179, 259],
  [258, 259],
  [259, undefined],
])('after call %i, the next cut is at %s: the next compaction that is not near, or the end', (last, next) => {
  const events = [140, 141, 179, 300].map(compactionAt);
  expect(nextCut({ events, calls: 260 }, last)).toBe(next);
});
