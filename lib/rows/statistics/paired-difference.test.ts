import { expect, it } from 'vitest';
import { type Pair, pairedDifference } from './paired-difference';

const times = (count: number, pair: (place: number) => Pair) =>
  Array.from({ length: count }, (_, place) => pair(place));

it('says how many sessions have less, more and the same, and how much', () => {
  const pairs = [
    { baseline: 10, policy: 8 },
    { baseline: 10, policy: 13 },
    { baseline: 10, policy: 10 },
    { baseline: 10, policy: 19 },
  ];
  expect(pairedDifference(pairs)).toEqual({
    pairs: 4,
    lower: 1,
    higher: 2,
    same: 1,
    mean: 2.5,
    median: 1.5,
    interval: null,
    baselineSum: 40,
    policySum: 50,
    change: 0.25,
    changeInterval: null,
  });
});

it('says nothing of no sessions, and no change of nothing', () => {
  expect(pairedDifference([])).toMatchObject({ pairs: 0, mean: null, median: null, interval: null, change: null });
  const fromNothing = pairedDifference(times(30, (place) => ({ baseline: 0, policy: place })));
  expect(fromNothing).toMatchObject({ mean: 14.5, change: null, changeInterval: null });
  expect(fromNothing.interval).not.toBeNull();
});

it('finds what every session has, and does not find what chance could have made', () => {
  const more = pairedDifference(times(30, (place) => ({ baseline: 10, policy: 12 + (place % 3) })));
  expect(more.interval?.low).toBeGreaterThan(2);
  expect(more.changeInterval?.low).toBeGreaterThan(0.2);
  const noise = pairedDifference(times(30, (place) => ({ baseline: 10, policy: 10 + ((place * 7) % 9) - 4 })));
  expect(noise.interval?.low).toBeLessThan(0);
  expect(noise.interval?.high).toBeGreaterThan(0);
});

it('needs enough sessions, and enough that differ', () => {
  const differing = (count: number, different: number) =>
    pairedDifference(times(count, (place) => ({ baseline: 5, policy: place < different ? 6 + (place % 4) : 5 })));
  expect(differing(19, 19).interval).toBeNull();
  expect(differing(100, 9).interval).toBeNull();
  expect(differing(20, 10).interval).not.toBeNull();
});

it('is the same whatever the order in which the sessions came', () => {
  const pairs = times(50, (place) => ({ baseline: 0.1 * place, policy: 0.1 * ((place * 17) % 50) + 0.3 }));
  expect(pairedDifference([...pairs].reverse())).toEqual(pairedDifference(pairs));
});
