import { describe, expect, it } from 'vitest';
import { dimensionIds } from './dimensions';
import { judgeEstimate } from './judge-estimate';
import { fewProbes } from './probes-from-text.test-support';
import { shuffled } from './shuffled';
import { ratingSpread, type Trial } from './trial';

const trial = (points: number): Trial => ({ answers: {}, found: {}, ratings: { accuracy: { points, reason: '' } } });

describe('the spread', () => {
  it('has minimum, median and maximum; of an even number, the median is the mean of the middle two', () => {
    expect(ratingSpread([5, 1, 4].map(trial), 'accuracy')).toEqual({ least: 1, median: 4, most: 5 });
    expect(ratingSpread([5, 1, 4, 2].map(trial), 'accuracy')).toEqual({ least: 1, median: 3, most: 5 });
  });

  it('is undefined if nothing was judged, never 0', () => {
    expect(ratingSpread([trial(3)], 'instructions')).toBeUndefined();
    expect(dimensionIds.map((id) => ratingSpread([], id))).toEqual(Array(6).fill(undefined));
  });
});

describe('the price', () => {
  it('covers all requests: two per summary and repeat', () => {
    const wish = { model: 'claude-haiku-4-5', repeats: 3 };
    const one = judgeEstimate(fewProbes, ['x '.repeat(4_000)], wish);
    const two = judgeEstimate(fewProbes, ['x '.repeat(4_000), 'x '.repeat(4_000)], wish);
    expect([one.requests, two.requests]).toEqual([6, 12]);
    expect(two.inputTokens).toBeCloseTo(2 * one.inputTokens, -1);
    expect(two.mostDollars).toBeGreaterThan(two.inputDollars ?? Number.NaN);
    expect(judgeEstimate(fewProbes, ['x'], { ...wish, repeats: 5 }).requests).toBe(10);
  });

  it('is undefined for a model with unknown prices', () => {
    const { mostDollars, requests } = judgeEstimate(fewProbes, ['x'], { model: 'nobodys-model', repeats: 3 });
    expect([mostDollars, requests]).toEqual([undefined, 6]);
  });
});

it('a seed gives one order, another seed another, and every column stays in it', () => {
  const columns = ['a', 'b', 'c', 'd'];
  expect(shuffled(columns, 7)).toEqual(shuffled(columns, 7));
  expect([...shuffled(columns, 7)].sort()).toEqual(columns);
  const orders = new Set(Array.from({ length: 60 }, (_, seed) => shuffled(columns, seed).join('')));
  expect(orders.size).toBeGreaterThan(12);
});
