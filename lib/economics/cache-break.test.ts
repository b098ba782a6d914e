import { expect, it } from 'vitest';
import { isBreak } from './cache-break';

const readings = [
  [20_000, 19_000, false],
  [20_000, 18_001, false],
  [20_000, 18_000, true],
  [60_000, 57_000, false],
  [60_000, 56_999, true],
] as const;

it('[E4] a cache read below 95 % of the previous one and at least 2,000 tokens less is a break', () => {
  expect(readings.map(([before, now]) => isBreak(before, now))).toEqual(readings.map(([, , isOne]) => isOne));
});
