import { describe, expect, it } from 'vitest';
import { robustFit } from './robust-fit';

const start = Float64Array.from([1, 1]);

/** Samples whose value is as given, over many different amounts. */
function samples(worth: (a: number, b: number, index: number) => number) {
  return Array.from({ length: 60 }, (_, index) => {
    const [a, b] = [100 + ((index * 37) % 90) * 10, 100 + ((index * 53) % 70) * 10];
    return { amounts: Float64Array.from([a, b]), value: worth(a, b, index) };
  });
}

describe('robustFit', () => {
  it('finds the factors', () => {
    const [a, b] = robustFit(
      samples((x, y) => 3 * x + 0.5 * y),
      { start, startCounts: 1 },
    );
    expect(a).toBeCloseTo(3, 1);
    expect(b).toBeCloseTo(0.5, 1);
  });

  it('gives no negative factor', () => {
    const [a, b] = robustFit(
      samples((x, y) => 3 * x - 0.2 * y),
      { start, startCounts: 1 },
    );
    expect(a).toBeGreaterThan(2);
    expect(b).toBe(0);
  });

  it('ignores outliers', () => {
    const [a, b] = robustFit(
      samples((x, y, index) => (index % 6 === 0 ? 40_000 : 3 * x + 0.5 * y)),
      { start, startCounts: 1 },
    );
    expect(a).toBeCloseTo(3, 0);
    expect(b).toBeCloseTo(0.5, 0);
  });

  it('keeps the start if the samples say nothing', () => {
    const blind = [{ amounts: Float64Array.from([100, 0]), value: 300 }];
    expect(robustFit(blind, { start, startCounts: 1 })[1]).toBe(1);
    expect(robustFit([], { start, startCounts: 1 })).toEqual(start);
  });
});
