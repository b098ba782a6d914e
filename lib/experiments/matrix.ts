import type { Difference, Side } from '../fidelity/comparison/clear-difference';
import { differenceOf, type Standing, standings } from '../fidelity/comparison/standings';
import { type ScoreDefinition, scoreDefinitions } from '../fidelity/scores/score-definitions';
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
  /** [K15] Clearly better than every other row. */
  readonly isBest: boolean;
  /** [K15] No row is clearly better. */
  readonly isUnbeaten: boolean;
  /** [K15] To the best row, or else the one with the best median; undefined for that row, and without values. */
  readonly difference: Difference | undefined;
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
  const sides = plain.map(({ row, cells }) => cells.map((cell) => sideOf(row, cell, score)));
  const standing = standings(sides, better);
  const summaries = plain.map(({ cells }) => measured(cells.flatMap((cell) => cell.measured?.median ?? [])));
  const leader = leaderOf(summaries, standing, better);
  const rows = plain.map(({ row, cells }, index): MatrixRow => {
    const own = answers.filter((answer) => answer.row === row.id);
    const whole = own.filter(({ state }) => state === 'whole');
    const judged = cells.filter((cell) => cell.passes !== undefined);
    return {
      row,
      cells,
      summary: summaries[index],
      passing:
        limit === undefined ? undefined : { count: judged.filter((cell) => cell.passes).length, of: judged.length },
      isBest: standing[index]?.isBest === true,
      isUnbeaten: standing[index]?.isUnbeaten === true,
      difference:
        index === leader || summaries[index] === undefined
          ? undefined
          : differenceOf(sides[leader] ?? [], sides[index] ?? []),
      paid: paidFor(own),
      seconds: measured(whole.flatMap(timed))?.median,
      tokens: measured(whole.map(({ tokens }) => tokens))?.median,
    };
  });
  return { score, rows };
}

/** [V3] */
export function passes(share: number, limit: number, better: ScoreDefinition['better']): boolean {
  return better === 'more' ? share >= limit : share <= limit;
}

export function valuesOf(answers: readonly Answer[], score: MeasureId): readonly number[] {
  return answers.flatMap((answer) => (answer.state === 'whole' ? (measureOf(answer, score) ?? []) : []));
}

/** The time of a batch says nothing about one answer. */
function timed({ sent }: Answer): readonly number[] {
  return sent === undefined || sent.isInBatch === true ? [] : [sent.timeMs / 1_000];
}

/** A judged text is not fixed: a model judges it. */
function sideOf(row: Row, { answers }: Pick<MatrixCell, 'answers'>, score: MeasureId): Side {
  const values = valuesOf(answers, score);
  if (row.type === 'model' || score === 'judged') return { values, isFixed: false };
  const definition: ScoreDefinition = scoreDefinitions[score];
  const [items] = answers.flatMap((answer) => answer.scores.filter(({ id }) => id === score));
  return { values, isFixed: true, ...(definition.counts !== undefined && items !== undefined && { items }) };
}

function leaderOf(
  summaries: readonly (Measured | undefined)[],
  standing: readonly Standing[],
  better: ScoreDefinition['better'],
): number {
  const best = standing.findIndex(({ isBest }) => isBest);
  if (best >= 0) return best;
  const medians = summaries.flatMap((summary) => summary?.median ?? []);
  const top = better === 'more' ? Math.max(...medians) : Math.min(...medians);
  return summaries.findIndex((summary) => summary?.median === top);
}
