import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, boundary, design, promptRow } from '../../experiments/design.test-support';
import { matrixOf } from '../../experiments/matrix';
import { type ScoreId, scoreIds } from '../../fidelity/scores/score-definitions';
import { scoreTable } from '../../series/tables/score-table';
import { differenceWords } from '../../series/words/difference-words';

/** Counts of each answer of each writer. The first one writes without a model. */
const counted = fc.tuple(fc.nat(12), fc.nat(12)).map(([count, rest]) => ({ count, of: count + rest }));
const written = fc.tuple(
  counted.map((only) => [only]),
  fc.array(counted, { minLength: 1, maxLength: 6 }),
  fc.array(counted, { minLength: 1, maxLength: 6 }),
);

/** What Prompts says of these answers at one place. */
function inPrompts(id: ScoreId, writers: readonly (readonly { count: number; of: number }[])[]) {
  const columns = writers.map((answers, index) => ({
    answers: answers.map((each) => ({ scores: [{ id, ...each }], tokens: 0 })),
    earlier: [],
    isFixed: index === 0,
  }));
  return scoreTable(columns, undefined).rows.find((row) => row.id === id);
}

/** What an experiment says of them. */
function inExperiment(id: ScoreId, writers: readonly (readonly { count: number; of: number }[])[]) {
  const rows = [{ id: 'r0', type: 'offline' } as const, promptRow(1), promptRow(2)].slice(0, writers.length);
  const answers = writers.flatMap((all, row) =>
    all.map((each, index) => answer(`r${row}`, 'b1', index + 1, 0, { scores: [{ id, ...each }] })),
  );
  return matrixOf(design(rows, [boundary(1)]), answers, { score: id, thresholds: {} }).rows;
}

it('[K15] the same answers get the same verdict in Prompts and in an experiment', () => {
  fc.assert(
    fc.property(written, fc.constantFrom(...scoreIds), (writers, id) => {
      const [cells, rows] = [inPrompts(id, writers)?.cells, inExperiment(id, writers)];
      for (const [index, row] of rows.entries()) {
        const cell = cells?.[index];
        if (cell?.place === 'best') expect(cell.isClear).toBe(row.isBest);
        else if (cell?.place !== undefined) expect(cell.isClear).toBe(!row.isUnbeaten);
        else expect(row.isBest).toBe(false);
      }
      expect(cells?.some(({ isClear, place }) => place === 'best' && isClear) ?? false).toBe(
        rows.some(({ isBest }) => isBest),
      );
    }),
    { numRuns: 500 },
  );
});

it('[K15] in the same words, for two', () => {
  fc.assert(
    fc.property(written, fc.constantFrom(...scoreIds), ([, a, b], id) => {
      const both = [[{ count: 0, of: 0 }], a, b];
      const { difference } = inPrompts(id, both) ?? {};
      const said = inExperiment(id, both).flatMap((row) => (row.difference === undefined ? [] : row.difference));
      expect(said.map(differenceWords)).toEqual(difference === undefined ? [] : [differenceWords(difference)]);
    }),
    { numRuns: 500 },
  );
});
