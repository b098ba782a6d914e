import { expect, test } from 'vitest';
import { jumpsOf, parseThresholdTable, rowAt, usedAfter } from './threshold-table';

const row = { percent: 30, threshold: 300, link: 'v1&end', compactedBefore: [2], cost: 1, peak: 9, jumps: [[2, 4]] };
const table = {
  effectiveWindow: 1_000,
  recorded: { compactedBefore: [], cost: 2, peak: 9, used: [1, 2, 9] },
  rows: [row, { ...row, percent: 31 }],
};

test('a curve is stored as the places where it does not grow like the recording', () => {
  const recorded = [10, 30, 60, 20, 50];
  const used = [10, 30, 15, 20, 50];
  expect(jumpsOf(recorded, used)).toEqual([
    [2, 15],
    [3, 20],
  ]);
  expect([...usedAfter(recorded, jumpsOf(recorded, used))]).toEqual(used);
  expect(jumpsOf(recorded, recorded)).toEqual([]);
});

test('a curve that starts at another size has a jump at the first call', () => {
  expect([...usedAfter([10, 30], jumpsOf([10, 30], [7, 27]))]).toEqual([7, 27]);
});

test('the row at a percentage is the nearest that there is', () => {
  const parsed = parseThresholdTable(table);
  if (!parsed.ok) throw new Error(parsed.error);
  expect([1, 30, 30.4, 31, 99].map((percent) => rowAt(parsed.value, percent).percent)).toEqual([30, 30, 30, 31, 31]);
});

test('a damaged table is rejected with the place', () => {
  expect(parseThresholdTable({ ...table, rows: [] })).toMatchObject({ ok: false });
  const damaged = parseThresholdTable({ ...table, rows: [{ ...row, peak: 'high' }] });
  expect(damaged.ok ? '' : damaged.error).toContain('peak');
  expect(parseThresholdTable({ ...table, rows: [{ ...row, jumps: [[1]] }] })).toMatchObject({ ok: false });
});
