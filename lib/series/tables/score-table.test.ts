import { describe, expect, it } from 'vitest';
import type { ComparedScore } from '../../fidelity/comparison/compare-scores';
import { type ScoreId, scoreIds } from '../../fidelity/scores/score-definitions';
import { type ScoredAnswer, type ScoredColumn, scoreTable } from './score-table';

type Counts = Partial<Readonly<Record<ScoreId, readonly [number, number]>>>;

const answer = (counts: Counts, more: Partial<ScoredAnswer> = {}): ScoredAnswer => ({
  scores: scoreIds.flatMap((id) => {
    const [count, of] = counts[id] ?? [];
    return count === undefined || of === undefined ? [] : [{ id, count, of }];
  }),
  tokens: 1_000,
  ...more,
});
const column = (answers: readonly ScoredAnswer[], more: Partial<ScoredColumn> = {}): ScoredColumn => ({
  answers,
  earlier: [],
  isFixed: false,
  ...more,
});
const compared = (id: ScoreId, counts: readonly (readonly [number, number])[], more: Partial<ComparedScore> = {}) => ({
  id,
  counts: counts.map(([count, of]) => ({ count, of })),
  isPaired: true,
  onlyIn: counts.map(() => counts.map(() => 0)),
  items: [],
  ...more,
});
const rowOf = (table: ReturnType<typeof scoreTable>, id: string) => table.rows.find((row) => row.id === id);
const cellsOf = (table: ReturnType<typeof scoreTable>, id: string) =>
  rowOf(table, id)?.cells.map(({ text, place, isClear }) => [text, place, isClear]);

describe('[K15] the score table', () => {
  it('has a row for every score that any column has, and names those with nothing to count', () => {
    const scores: Counts = { 'used-later': [3, 9], 'open-tasks': [0, 0], 'rules-preserved': [1, 2] };
    const table = scoreTable([column([answer(scores)]), column([])], undefined);
    expect(table.rows.map(({ id }) => id)).toEqual(['used-later', 'rules-preserved', 'tokens']);
    expect(table.empty).toEqual(['Open tasks kept']);
    expect(cellsOf(table, 'used-later')).toEqual([
      ['3 of 9', undefined, false],
      ['', undefined, false],
    ]);
    expect(rowOf(table, 'used-later')?.difference).toBeUndefined();
  });

  it('marks the best and the worst, by the direction of the score, and how clear that is', () => {
    const columns = [
      column([answer({ 'used-later': [20, 30], 'superseded-values': [4, 5] })], { isFixed: true }),
      column([answer({ 'used-later': [8, 30], 'superseded-values': [1, 5] })], { isFixed: true }),
      column([answer({ 'used-later': [18, 30], 'superseded-values': [2, 5] })], { isFixed: true }),
    ];
    const table = scoreTable(columns, undefined);
    expect(cellsOf(table, 'used-later')).toEqual([
      ['20 of 30', 'best', false],
      ['8 of 30', 'worst', true],
      ['18 of 30', 'between', false],
    ]);
    expect(cellsOf(scoreTable(columns.slice(0, 2), undefined), 'used-later')).toEqual([
      ['20 of 30', 'best', true],
      ['8 of 30', 'worst', true],
    ]);
    expect(rowOf(table, 'used-later')?.difference).toMatchObject({ type: 'clear', more: 'a' });
    expect(cellsOf(table, 'superseded-values')?.map(([, place]) => place)).toEqual(['worst', 'best', 'between']);
  });

  it('marks nothing where all are equal, and nothing clearly with one answer of each model', () => {
    const same = scoreTable(
      [column([answer({ 'used-later': [3, 9] })]), column([answer({ 'used-later': [3, 9] })])],
      [],
    );
    expect(cellsOf(same, 'used-later')?.map(([, place]) => place)).toEqual([undefined, undefined]);
    expect(rowOf(same, 'used-later')?.difference).toEqual({ type: 'none' });
    const columns = [column([answer({ 'used-later': [3, 9] })]), column([answer({ 'used-later': [9, 9] })])];
    const table = scoreTable(columns, undefined);
    expect(rowOf(table, 'used-later')?.difference).toEqual({ type: 'too-few' });
    expect(cellsOf(table, 'used-later')).toEqual([
      ['3 of 9', 'worst', false],
      ['9 of 9', 'best', false],
    ]);
  });

  it('shows an answer that was cut off, and does not compare it: it is shorter for no merit', () => {
    const columns = [
      column([answer({ 'used-later': [20, 30] }, { tokens: 900 })]),
      column([answer({ 'used-later': [8, 30] }, { tokens: 100 })], { isPartial: true }),
    ];
    const table = scoreTable(columns, [
      compared('used-later', [
        [20, 30],
        [8, 30],
      ]),
    ]);
    expect(cellsOf(table, 'used-later')).toEqual([
      ['20 of 30', undefined, false],
      ['8 of 30', undefined, false],
    ]);
    expect(cellsOf(table, 'tokens')).toEqual([
      ['900', undefined, false],
      ['100', undefined, false],
    ]);
    expect(rowOf(table, 'tokens')?.difference).toBeUndefined();
  });

  it('has the median of repeats with their range, and judges by all of them', () => {
    const repeats = (...counts: readonly number[]) =>
      column(
        counts.map((count) => answer({ 'used-later': [count, 30] }, { dollars: count / 100, timeMs: 1_000 * count })),
      );
    const table = scoreTable([repeats(12, 10, 11), repeats(15, 13, 14)], []);
    expect(rowOf(table, 'used-later')).toMatchObject({
      cells: [
        { text: '11 of 30', range: '10 to 12', place: 'worst', isClear: true },
        { text: '14 of 30', range: '13 to 15', place: 'best', isClear: true },
      ],
      difference: { type: 'clear', more: 'a' },
    });
    expect(rowOf(table, 'cost')?.cells.map(({ text, place }) => [text, place])).toEqual([
      ['$0.110', 'best'],
      ['$0.140', 'worst'],
    ]);
    expect(rowOf(table, 'time')?.cells[0]).toMatchObject({ text: '11 s', range: '10 s to 12 s' });
    const even = scoreTable([repeats(12, 9), repeats(15, 15)], []);
    expect(cellsOf(even, 'used-later')?.map(([text]) => text)).toEqual(['10.5 of 30', '15 of 30']);
    const [mixed] = scoreTable(
      [column([answer({ 'files-made-up': [1, 4] }), answer({ 'files-made-up': [3, 6] })])],
      [],
    ).rows;
    expect(mixed?.cells[0]?.text).toMatch(/^38.%$/u);
  });

  it('compares sizes as they are: shorter and cheaper is better', () => {
    const table = scoreTable(
      [
        column([answer({ size: [1_000, 90_000] }, { tokens: 250 })], { isFixed: true }),
        column([answer({ size: [1_050, 90_000] }, { tokens: 400 })], { isFixed: true }),
      ],
      [],
    );
    expect(cellsOf(table, 'size')).toEqual([
      ['1,000', 'best', false],
      ['1,050', 'worst', false],
    ]);
    expect(cellsOf(table, 'tokens')).toEqual([
      ['250', 'best', true],
      ['400', 'worst', true],
    ]);
  });

  it('counts a further round on what was removed in the first, where the items are the same', () => {
    const later: Counts = { 'used-later': [5, 40], 'files-made-up': [1, 20] };
    const earlier: Counts = { 'used-later': [17, 30], 'files-made-up': [0, 15] };
    const columns = [1, 2].map(() => column([answer(later)], { earlier: [answer(earlier)] }));
    const table = scoreTable(columns, [
      compared('used-later', [
        [17, 30],
        [12, 30],
        [13, 30],
        [4, 30],
      ]),
      compared(
        'files-made-up',
        [
          [0, 15],
          [9, 20],
          [0, 15],
          [9, 20],
        ],
        { isPaired: false },
      ),
    ]);
    expect(cellsOf(table, 'used-later')?.map(([text]) => text)).toEqual(['17 → 12 of 30', '13 → 4 of 30']);
    expect(cellsOf(table, 'files-made-up')?.map(([text]) => text)).toEqual(['0 → 1 of 20', '0 → 1 of 20']);
    expect(cellsOf(scoreTable(columns, undefined), 'used-later')?.map(([text]) => text)).toEqual(['…', '…']);
  });
});
