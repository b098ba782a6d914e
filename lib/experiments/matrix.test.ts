import { describe, expect, it } from 'vitest';
import { answer, boundary, design, promptRow } from './design.test-support';
import { matrixOf, passes } from './matrix';
import { scaleOf } from './measures';

const boundaries = [1, 2, 3, 4, 5].map((number) => boundary(number));
const asked = design([promptRow(1), promptRow(2), { id: 'r9', type: 'recorded' }], boundaries);
const all = boundaries.flatMap(({ id }, place) => [
  ...[0.7, 0.8, 0.9].map((share, index) => answer('r1', id, index + 1, share - place / 100)),
  ...[0.1, 0.8, 0.5].map((share, index) => answer('r2', id, index + 1, share)),
  answer('r9', id, 1, 0.2),
]);
const shown = { score: 'used-later', thresholds: {} } as const;

describe('a matrix', () => {
  it('[V1] has the median of each cell, and of the medians for each row', () => {
    const [first, second] = matrixOf(asked, all, shown).rows;
    expect(first?.cells[0]?.measured).toEqual({
      count: 3,
      median: 0.8,
      low: 0.7,
      high: 0.9,
      interval: 'range',
    });
    expect(first?.summary).toMatchObject({ count: 5, interval: 'quartiles' });
    expect(first?.summary?.median).toBeCloseTo(0.78);
    expect(second?.summary).toEqual({ count: 5, median: 0.5, low: 0.5, high: 0.5, interval: 'quartiles' });
    expect(first?.paid.dollars).toBeCloseTo(1.5);
    expect(first?.seconds).toBe(2);
  });

  it('[V1] leaves out partial answers, and those with nothing to score', () => {
    const some = [
      answer('r1', 'b1', 1, 0.5),
      answer('r1', 'b1', 2, 0.9, { state: 'partial' }),
      answer('r1', 'b1', 3, 0, { scores: [{ id: 'used-later', count: 0, of: 0 }] }),
    ];
    const [cell] = matrixOf(asked, some, shown).rows[0]?.cells ?? [];
    expect(cell?.measured).toMatchObject({ count: 1, median: 0.5 });
    expect(cell?.answers).toHaveLength(3);
    expect(cell?.wanted).toBe(3);
  });

  it('[V8] leaves the time of batches out', () => {
    const batched = answer('r1', 'b1', 2, 0.5, { sent: { dollars: 0.05, timeMs: 0, isInBatch: true } });
    const [row] = matrixOf(asked, [answer('r1', 'b1', 1, 0.5), batched], shown).rows;
    expect(row?.seconds).toBe(2);
    expect(matrixOf(asked, [batched], shown).rows[0]?.seconds).toBeUndefined();
  });

  it('[K2] has the weight per 1,000 tokens as it was counted', () => {
    const scores = [{ id: 'used-later-density', count: 42, of: 17 }] as const;
    const [row] = matrixOf(asked, [answer('r1', 'b1', 1, 0, { scores })], {
      score: 'used-later-density',
      thresholds: {},
    }).rows;
    expect(row?.summary?.median).toBe(0.042);
    expect(scaleOf('used-later-density').times * 0.042).toBe(42);
  });

  it('[K15] marks the best only where it is clearly better than every other', () => {
    const best = matrixOf(asked, all, shown).rows;
    expect(best.map(({ isBest }) => isBest)).toEqual([true, false, false]);
    expect(best.map(({ isUnbeaten }) => isUnbeaten)).toEqual([true, false, false]);
    const few = all.filter((each) => each.boundary === 'b1' || each.boundary === 'b2');
    const level = matrixOf(asked, few, shown).rows;
    expect(level.map(({ isBest }) => isBest)).toEqual([false, false, false]);
    expect(level.map(({ isUnbeaten }) => isUnbeaten)).toEqual([true, true, true]);
  });

  it('[K15] compares rows only where both have values', () => {
    const some = all.filter((each) => each.row !== 'r2' || each.boundary === 'b1');
    const rows = matrixOf(asked, some, shown).rows;
    expect(rows[0]?.isBest).toBe(false);
    expect(rows[1]?.isUnbeaten).toBe(true);
    expect(rows[2]?.isUnbeaten).toBe(false);
  });

  it('[V3] passes or fails each cell by its median, and counts them for the row', () => {
    const [first, , last] = matrixOf(asked, all, { score: 'used-later', thresholds: { 'used-later': 0.78 } }).rows;
    expect(first?.cells.map((cell) => cell.passes)).toEqual([true, true, true, false, false]);
    expect(first?.passing).toEqual({ count: 3, of: 5 });
    expect(last?.passing).toEqual({ count: 0, of: 5 });
    expect(matrixOf(asked, [], { score: 'used-later', thresholds: { 'used-later': 1 } }).rows[0]?.passing).toEqual({
      count: 0,
      of: 0,
    });
    expect(matrixOf(asked, all, shown).rows[0]?.passing).toBeUndefined();
  });

  it('[V3] takes the threshold of a score of which less is better as the most', () => {
    expect(passes(0.1, 0.1, 'less')).toBe(true);
    expect(passes(0.11, 0.1, 'less')).toBe(false);
    expect(passes(0.1, 0.1, 'more')).toBe(true);
    expect(passes(0.09, 0.1, 'more')).toBe(false);
  });
});
