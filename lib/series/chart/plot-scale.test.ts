import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callScale, callTicks, largest, roundTicks, topOfPlot } from './plot-scale';

describe('the scale of calls', () => {
  it('gives each call a slot, with the call in the middle of it', () => {
    const scale = callScale({ from: 10, to: 14 });
    expect([scale.shareOf(10), scale.shareOf(13), scale.shareBefore(12)]).toEqual([0.125, 0.875, 0.5]);
    expect([0, 0.24, 0.26, 1, -1, 5].map(scale.callAt)).toEqual([10, 10, 11, 13, 10, 13]);
  });

  it('finds each call again at its position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 10_000 }), (from, calls) => {
        const scale = callScale({ from, to: from + calls });
        const call = from + Math.floor(calls / 3);
        expect(scale.callAt(scale.shareOf(call))).toBe(call);
      }),
    );
  });
});

describe('ticks', () => {
  it.each([
    [204_000, [0, 50_000, 100_000, 150_000, 200_000, 250_000]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [0, [0]],
    [Number.NaN, [0]],
  ])('up to %d are %j', (max, ticks) => expect(roundTicks(max)).toEqual(ticks));

  it('of calls are the first and round numbers, counted from 1', () => {
    expect(callTicks({ from: 0, to: 543 }, 6)).toEqual([0, 99, 199, 299, 399, 499]);
    expect(callTicks({ from: 0, to: 3 }, 6)).toEqual([0, 1, 2]);
    expect(callTicks({ from: 343, to: 410 }, 6)).toEqual([359, 379, 399]);
    expect(callTicks({ from: 9, to: 12 }, 6)).toEqual([9, 10, 11]);
  });
});

it('the top of a plot is above all values, and never zero', () => {
  expect(topOfPlot(100, 200, 0)).toBeCloseTo(204);
  expect(topOfPlot(0)).toBeGreaterThan(0);
});

it('the largest value ignores unknown ones', () => {
  expect(largest(Float64Array.of(1, Number.NaN, 3, 2))).toBe(3);
  expect(largest(new Float64Array())).toBe(0);
});
