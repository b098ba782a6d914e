import { describe, expect, it } from 'vitest';
import { noCosts } from '../../economics/cost';
import type { SweepRow } from '../../sweep/sweep-rows';
import { effectlessRanges, rowNear, sweepMeasures, sweepMeasuresWithMisses, sweepSeries } from './sweep-series';

interface Outcome {
  readonly peak?: number;
  readonly dollars?: number;
  readonly unknown?: number;
  readonly deadAt?: number;
  readonly blockedAt?: number;
  readonly thrash?: NonNullable<SweepRow['thrash']>;
  readonly misses?: number;
}

function row(
  value: number,
  compactions: number,
  { peak = 100, dollars, unknown = 0, ...more }: Outcome = {},
): SweepRow {
  const cost = dollars === undefined ? { ...noCosts, unknown } : { dollars, known: 1, unknown };
  const totals = { peak, sent: 0, cacheRead: 0, cacheWrite: 0, uncached: 0, output: 0, cost, modelCalls: 0 };
  return { value, compactions, peak, totals, ...more };
}

const share = (value: number) => value / 10;

describe('the series of a sweep', () => {
  it('has each measure at the position of its value, with minimum and maximum', () => {
    const rows = [row(0, 3, { peak: 50, dollars: 2 }), row(5, 1, { peak: 80, dollars: 4 })];
    expect(
      sweepSeries(sweepMeasures, rows, share).map(({ measure, points, lowest, highest }) => [
        measure.id,
        points,
        lowest,
        highest,
      ]),
    ).toEqual([
      [
        'compactions',
        [
          { place: 0, amount: 3, failure: undefined },
          { place: 0.5, amount: 1, failure: undefined },
        ],
        1,
        3,
      ],
      [
        'peak',
        [
          { place: 0, amount: 50, failure: undefined },
          { place: 0.5, amount: 80, failure: undefined },
        ],
        50,
        80,
      ],
      [
        'cost',
        [
          { place: 0, amount: 2, failure: undefined },
          { place: 0.5, amount: 4, failure: undefined },
        ],
        2,
        4,
      ],
    ]);
  });

  it('[X1] [X3] [G4] marks values with which the session would not finish, however cheap', () => {
    const rows = [
      row(0, 3, { deadAt: 0 }),
      row(2, 3, { blockedAt: 4, deadAt: 9 }),
      row(4, 3, { thrash: { call: 7, message: 'm', tokens: 1 } }),
      row(5, 1),
    ];
    const [series] = sweepSeries(sweepMeasures, rows, share);
    expect(series?.points.map(({ failure }) => failure)).toEqual(['dead', 'blocked', 'thrash', undefined]);
  });

  it('has no cost if part of it is unknown, and is empty without rows', () => {
    const ids = (rows: readonly SweepRow[]) => sweepSeries(sweepMeasures, rows, share).map(({ measure }) => measure.id);
    expect(ids([row(0, 3)])).toEqual(['compactions', 'peak']);
    expect(ids([row(0, 3, { dollars: 1, unknown: 1 })])).toEqual(['compactions', 'peak']);
    expect(ids([])).toEqual([]);
  });
});

it('[K2] has used-later misses where they are counted, and only if requested', () => {
  const rows = [row(0, 3, { misses: 7 }), row(5, 1)];
  const idsOf = (shown: typeof sweepMeasures) => sweepSeries(shown, rows, share).map(({ measure }) => measure.id);
  expect(idsOf(sweepMeasures)).toEqual(['compactions', 'peak']);
  expect(idsOf(sweepMeasuresWithMisses)).toEqual(['compactions', 'peak', 'misses']);
  expect(sweepSeries(sweepMeasuresWithMisses, rows, share).at(-1)?.points).toEqual([
    { place: 0, amount: 7, failure: undefined },
  ]);
});

describe('a range without effect', () => {
  it('is a run of consecutive values with exactly the same outcome', () => {
    const rows = [row(1, 5), row(2, 4), row(3, 4), row(4, 4), row(5, 3), row(6, 4), row(7, 4)];
    expect(effectlessRanges(rows)).toEqual([
      { from: 2, to: 4, tried: 3 },
      { from: 6, to: 7, tried: 2 },
    ]);
  });

  it('[X1] contains no value that the session does not survive', () => {
    const dead = { deadAt: 0 };
    expect(effectlessRanges([row(1, 0, dead), row(2, 0, dead), row(3, 4), row(4, 4)])).toEqual([
      { from: 3, to: 4, tried: 2 },
    ]);
  });

  it('may be the whole range', () => {
    expect(effectlessRanges([row(1, 5), row(2, 5)])).toEqual([{ from: 1, to: 2, tried: 2 }]);
    expect(effectlessRanges([row(1, 5)])).toEqual([]);
    expect(effectlessRanges([])).toEqual([]);
  });

  it('ends where the peak, the cost or the call of death changes', () => {
    for (const other of [{ peak: 101 }, { dollars: 1.000_001 }, { dollars: 1, deadAt: 4 }]) {
      const first = 'peak' in other ? row(1, 5) : row(1, 5, { dollars: 1 });
      expect(effectlessRanges([first, row(2, 5, other)])).toEqual([]);
    }
  });

  it('[K2] ends where used-later misses change, once both are counted', () => {
    const [three, four] = [row(1, 5, { misses: 3 }), row(2, 5, { misses: 4 })];
    expect(effectlessRanges([three, four])).toEqual([]);
    for (const [first, second] of [
      [three, row(2, 5)],
      [row(1, 5), four],
      [three, row(2, 5, { misses: 3 })],
    ] as const) {
      expect(effectlessRanges([first, second])).toHaveLength(1);
    }
  });
});

it('the row near a position is the one with the nearest value', () => {
  const rows = [row(0, 1), row(4, 1), row(10, 1)];
  expect([0, 0.19, 0.21, 0.69, 0.8].map((place) => rowNear(rows, place, share)?.value)).toEqual([0, 0, 4, 4, 10]);
  expect(rowNear([], 0.5, share)).toBeUndefined();
});
