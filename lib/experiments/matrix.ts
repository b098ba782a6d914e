import { type Better, type CellValues, isBetter, type Pair } from './differences';
import type { Answer, Boundary, Design, Row } from './experiment';
import { type Measured, measured } from './measured';
import { type MeasureId, measureOf, measures } from './measures';
import { isAsked, repeatsOf } from './plan';
import { type Paid, paidFor } from './price';

/** [V3] The user's limits, as shares from 0 to 1. */
export type Thresholds = Readonly<Partial<Record<MeasureId, number>>>;

export interface MatrixCell {
  readonly boundary: Boundary;
  /** False for a recorded summary where the recording has none. */
  readonly isAsked: boolean;
  /** All of them, also partial ones. */
  readonly answers: readonly Answer[];
  /** The answers that it should have. */
  readonly wanted: number;
  /** Of the whole answers. */
  readonly measured: Measured | undefined;
  readonly passes: boolean | undefined;
}

export interface MatrixRow {
  readonly row: Row;
  readonly cells: readonly MatrixCell[];
  /** [V1] Over the medians of its boundaries: each counts once. */
  readonly summary: Measured | undefined;
  /** [V3] The boundaries that pass, of those with a value; undefined without a threshold. */
  readonly passing: { readonly count: number; readonly of: number } | undefined;
  /** [V2] Clearly better than every other row. */
  readonly isBest: boolean;
  /** [V2] No row is clearly better. */
  readonly isUnbeaten: boolean;
  readonly paid: Paid;
  /** Of one answer. */
  readonly seconds: number | undefined;
  readonly tokens: number | undefined;
}

export interface Matrix {
  readonly score: MeasureId;
  readonly rows: readonly MatrixRow[];
}

export function matrixOf(
  design: Design,
  answers: readonly Answer[],
  { score, thresholds }: { readonly score: MeasureId; readonly thresholds: Thresholds },
): Matrix {
  const { better } = measures[score];
  const limit = thresholds[score];
  const plain = design.rows.map((row) => {
    const cells = design.boundaries.map((boundary): MatrixCell => {
      const inCell = answers.filter((answer) => answer.row === row.id && answer.boundary === boundary.id);
      const found = measured(valuesOf(inCell, score));
      return {
        boundary,
        isAsked: isAsked(row, boundary),
        answers: inCell,
        wanted: isAsked(row, boundary) ? repeatsOf(row, design) : 0,
        measured: found,
        passes: found === undefined || limit === undefined ? undefined : passes(found.median, limit, better),
      };
    });
    return { row, cells };
  });
  const beats = (a: (typeof plain)[number], b: (typeof plain)[number]) => isBetter(pairsOf(a, b, score), better);
  const rows = plain.map((mine): MatrixRow => {
    const { row, cells } = mine;
    const own = answers.filter((answer) => answer.row === row.id);
    const whole = own.filter(({ state }) => state === 'whole');
    const others = plain.filter((other) => other !== mine && other.cells.some((cell) => cell.measured !== undefined));
    const hasValues = cells.some((cell) => cell.measured !== undefined);
    const judged = cells.filter((cell) => cell.passes !== undefined);
    return {
      row,
      cells,
      summary: measured(cells.flatMap((cell) => cell.measured?.median ?? [])),
      passing:
        limit === undefined ? undefined : { count: judged.filter((cell) => cell.passes).length, of: judged.length },
      isBest: hasValues && others.length > 0 && others.every((other) => beats(mine, other)),
      isUnbeaten: hasValues && !others.some((other) => beats(other, mine)),
      paid: paidFor(own),
      seconds: measured(whole.flatMap(({ sent }) => (sent === undefined ? [] : [sent.timeMs / 1_000])))?.median,
      tokens: measured(whole.map(({ tokens }) => tokens))?.median,
    };
  });
  return { score, rows };
}

/** [V3] */
export function passes(share: number, limit: number, better: Better): boolean {
  return better === 'more' ? share >= limit : share <= limit;
}

export function valuesOf(answers: readonly Answer[], score: MeasureId): readonly number[] {
  return answers.flatMap((answer) => (answer.state === 'whole' ? (measureOf(answer, score) ?? []) : []));
}

type Compared = Pick<MatrixRow, 'row' | 'cells'>;

/** Like with like: only at the boundaries where both have values. */
function pairsOf(a: Compared, b: Compared, score: MeasureId): readonly Pair[] {
  return a.cells.flatMap((cell, place) => {
    const other = b.cells[place];
    if (cell.measured === undefined || other?.measured === undefined) return [];
    const values = (row: Row, { answers }: MatrixCell): CellValues => {
      return { values: valuesOf(answers, score), isFixed: row.type !== 'model' };
    };
    return {
      a: values(a.row, cell),
      b: values(b.row, other),
      medianA: cell.measured.median,
      medianB: other.measured.median,
    };
  });
}
