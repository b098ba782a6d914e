import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallRange,
  isWholeRange,
  movedRange,
  rangeAround,
  rangeBetween,
  rangeHeldBy,
  rangeShowing,
  rangeWithEnd,
  roundedRange,
  shiftedRange,
  wholeRange,
  zoomedRange,
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

  it('zooms around a place, which stays where it was', () => {
    expect(zoomedRange({ from: 0, to: 100 }, 0.5, 50, 100)).toEqual({ from: 25, to: 75 });
    expect(zoomedRange({ from: 0, to: 100 }, 0.5, 0, 100)).toEqual({ from: 0, to: 50 });
    expect(zoomedRange({ from: 40, to: 60 }, 2, 45, 100)).toEqual({ from: 35, to: 75 });
    expect(zoomedRange({ from: 40, to: 60 }, 0.001, 50, 100)).toEqual({ from: 46, to: 54 });
    expect(zoomedRange({ from: 40, to: 60 }, 100, 50, 100)).toEqual({ from: 0, to: 100 });
  });

  it('adds up steps that are smaller than a call', () => {
    let exact: CallRange = { from: 0, to: 20 };
    for (let step = 0; step < 40; step++) exact = zoomedRange(exact, 0.99, 10, 20);
    expect(roundedRange(exact, 20)).toEqual({ from: 3, to: 16 });
    expect(roundedRange(shiftedRange({ from: 3, to: 16 }, 0.6, 20), 20)).toEqual({ from: 4, to: 17 });
  });

  it('follows two fingers, whichever comes first', () => {
    const left = { at: 20, share: 0.2 };
    const right = { at: 40, share: 0.6 };
    expect(roundedRange(rangeHeldBy(left, right, 100), 100)).toEqual({ from: 10, to: 60 });
    expect(roundedRange(rangeHeldBy(right, left, 100), 100)).toEqual({ from: 10, to: 60 });
    expect(rangeHeldBy(left, { ...right, share: 0.2 }, 100)).toEqual({ from: 0, to: 100 });
  });

  it('has room around the events that it shows', () => {
    expect(rangeAround(100, 300, 1_000)).toEqual({ from: 79, to: 322 });
    expect(rangeAround(5, 5, 1_000)).toEqual({ from: 2, to: 10 });
  });

  it('stays within the calls when it is zoomed, held and shifted, in whole calls', () => {
    const number = fc.double({ min: -200, max: 200, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), number, number, share, share, (calls, at, other, one, two) => {
        const exact = [
          zoomedRange(wholeRange(calls), 2 ** (at / 50), other, calls),
          shiftedRange(zoomedRange(wholeRange(calls), 0.3, at, calls), other, calls),
          rangeHeldBy({ at, share: one }, { at: other, share: two }, calls),
        ];
        for (const { from, to } of exact.map((range) => roundedRange(range, calls))) {
          expect([Number.isInteger(from), Number.isInteger(to)]).toEqual([true, true]);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(Math.max(1, calls));
          expect(to - from).toBeGreaterThanOrEqual(Math.min(8, Math.max(1, calls)));
        }
      }),
    );
  });
});
