import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallRange,
  isWholeRange,
  movedRange,
  rangeBetween,
  rangeShowing,
  rangeWithEnd,
  wholeRange,
} from './call-range';

describe('a range of calls', () => {
  it('spans two calls, given in either order', () => {
    expect(rangeBetween(20, 50, 100)).toEqual({ from: 20, to: 51 });
    expect(rangeBetween(50, 20, 100)).toEqual({ from: 20, to: 51 });
  });

  it('is widened on both sides if it is too narrow', () => {
    expect(rangeBetween(50, 51, 100)).toEqual({ from: 47, to: 55 });
    expect(rangeBetween(0, 0, 100)).toEqual({ from: 0, to: 8 });
    expect(rangeBetween(99, 99, 100)).toEqual({ from: 92, to: 100 });
    expect(rangeBetween(1, 1, 3)).toEqual({ from: 0, to: 3 });
  });

  it('keeps its width when it is moved, and stops at the ends', () => {
    expect(movedRange({ from: 20, to: 30 }, 5, 100)).toEqual({ from: 25, to: 35 });
    expect(movedRange({ from: 20, to: 30 }, -50, 100)).toEqual({ from: 0, to: 10 });
    expect(movedRange({ from: 20, to: 30 }, 500, 100)).toEqual({ from: 90, to: 100 });
  });

  it('keeps its ends apart', () => {
    expect(rangeWithEnd({ from: 20, to: 60 }, 'first', 30, 100)).toEqual({ from: 30, to: 60 });
    expect(rangeWithEnd({ from: 20, to: 60 }, 'first', 90, 100)).toEqual({ from: 52, to: 60 });
    expect(rangeWithEnd({ from: 20, to: 60 }, 'last', 79, 100)).toEqual({ from: 20, to: 80 });
    expect(rangeWithEnd({ from: 20, to: 60 }, 'last', 0, 100)).toEqual({ from: 20, to: 28 });
  });

  it('follows a call that leaves it, no further than necessary', () => {
    const range = { from: 20, to: 30 };
    expect(rangeShowing(range, 25, 100)).toBe(range);
    expect(rangeShowing(range, 30, 100)).toEqual({ from: 21, to: 31 });
    expect(rangeShowing(range, 19, 100)).toEqual({ from: 19, to: 29 });
    expect(rangeShowing(range, 99, 100)).toEqual({ from: 90, to: 100 });
  });

  it('stays within the calls, and is never empty, whatever is done to it', () => {
    const place = fc.integer({ min: -50, max: 150 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), place, place, place, (calls, one, other, third) => {
        const drawn = rangeBetween(one, other, calls);
        const ranges: readonly CallRange[] = [
          movedRange(wholeRange(calls), one, calls),
          ...(calls === 0
            ? []
            : [movedRange(drawn, third, calls), rangeWithEnd(wholeRange(calls), 'first', one, calls)]),
          rangeWithEnd(wholeRange(calls), 'last', other, calls),
        ];
        for (const { from, to } of ranges) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(Math.max(1, calls));
          expect(to).toBeGreaterThan(from);
        }
      }),
    );
  });

  it('knows whether it is everything', () => {
    expect([isWholeRange(wholeRange(12), 12), isWholeRange({ from: 1, to: 12 }, 12)]).toEqual([true, false]);
  });
});
