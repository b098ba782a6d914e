import { expect, it } from 'vitest';
import { earlyEnds } from './compared-sessions';
import { costLossSums } from './cost-loss-sums';
import { differenceTable } from './difference-table';
import { madeUpSessions } from './made-up-rows.test-support';
import { sumTable } from './sum-table';

const lines = [
  [
    { cost: 1, neededLater: 1 },
    { cost: 2, neededLater: 3 },
  ],
  [
    { cost: 10, neededLater: 0 },
    { cost: 5, neededLater: 4 },
  ],
  // Cheap because it died.
  [{ cost: 100 }, { cost: 1, deadAtCall: 3 }],
  [{ cost: 7 }, undefined],
  [
    { cost: 7, neededLater: null },
    { cost: null, neededLater: null },
  ],
  [{ cost: 7 }, 'failed'],
] as const;
const compared = madeUpSessions(['Recorded', 'Other'], lines);
const cells = (
  row: { readonly cells: readonly { readonly value: string; readonly difference?: string }[] } | undefined,
) => row?.cells.map(({ value, difference }) => [value, difference]);

it('sums only sessions that every policy finished, of which the measure is known', () => {
  const [cost, misses, peak, dead, failures] = sumTable(compared, ['cost', 'neededLater', 'peak', 'dead', 'failures']);
  expect(cells(cost)).toEqual([
    ['$11.00', undefined],
    ['$7.00', '−$4.00'],
  ]);
  expect(cells(misses)).toEqual([
    ['1', undefined],
    ['7', '+6'],
  ]);
  expect(peak?.title).toBe('Peak on average');
  expect(cells(peak)).toEqual([
    ['1.0k', undefined],
    ['1.0k', '='],
  ]);
  expect(cells(dead)).toEqual([
    ['0', undefined],
    ['1', '+1'],
  ]);
  expect(cells(failures)).toEqual([
    ['0', undefined],
    ['1', '+1'],
  ]);
});

it('has no line for failures where there are none', () => {
  const whole = madeUpSessions(['Recorded', 'Other'], lines.slice(0, 2));
  expect(sumTable(whole, ['cost', 'failures']).map(({ id }) => id)).toEqual(['cost']);
});

it('has the differences of pairs, and says why others are left out', () => {
  const [row] = differenceTable(compared, 'cost');
  expect(row).toMatchObject({
    name: 'Other',
    difference: { pairs: 2, lower: 1, higher: 1, mean: -2, median: -2, change: 7 / 11 - 1 },
    leftOut: { computing: 1, 'no-result': 1, 'ended-early': 1, unknown: 1 },
  });
});

it('does not let a third policy take sessions from a pair', () => {
  const three = madeUpSessions(
    ['Recorded', 'Other', 'Dies'],
    lines.slice(0, 2).map((line) => [...line, { deadAtCall: 0 }]),
  );
  expect(differenceTable(three, 'cost').map(({ difference }) => difference.pairs)).toEqual([2, 0]);
  expect(cells(sumTable(three, ['cost'])[0])).toEqual([
    ['–', undefined],
    ['–', undefined],
    ['–', undefined],
  ]);
  expect(earlyEnds(three)).toEqual([{ name: 'Dies', sessions: 2 }]);
});

it('draws cost against loss over the same sessions', () => {
  expect(costLossSums(compared)).toEqual({
    sessions: 2,
    points: [
      { name: 'Recorded', cost: 11, misses: 1 },
      { name: 'Other', cost: 7, misses: 7 },
    ],
  });
  expect(costLossSums(madeUpSessions(['Recorded'], [])).points).toEqual([]);
});
