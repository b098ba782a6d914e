import { type RunFailure, runFailure } from '../../simulator/replay/run-failure';
import type { SweepRow } from '../../sweep/sweep-rows';
import { type Measure, measures } from './outcome-measures';

/** The charts of a sweep, in order. */
export const sweepMeasures: readonly Measure[] = [measures.compactions, measures.peak, measures.cost];
export const sweepMeasuresWithMisses: readonly Measure[] = [...sweepMeasures, measures.misses];

/** For rows with memory. */
const memoryMeasures: readonly Measure[] = [
  measures['memory-carried'],
  measures['memory-recalled'],
  measures['memory-lost'],
];

export function sweepMeasuresFor(rows: readonly SweepRow[], withMisses: boolean): readonly Measure[] {
  const usual = withMisses ? sweepMeasuresWithMisses : sweepMeasures;
  return rows.some(({ memory }) => memory !== undefined) ? [...usual, ...memoryMeasures] : usual;
}

/** One chart: a measure over the values of the setting. */
export interface SweepSeries {
  readonly measure: Measure;
  readonly points: readonly SweepPoint[];
  readonly lowest: number;
  readonly highest: number;
}

export interface SweepPoint {
  /** Position of its value, from 0 to 1. */
  readonly place: number;
  readonly amount: number;
  /** The run did not do the work of the recording: its measure is not comparable. */
  readonly failure: RunFailure['type'] | undefined;
}

/** Without the measures that no row has, such as the cost without a price. */
export function sweepSeries(
  shown: readonly Measure[],
  rows: readonly SweepRow[],
  placeOf: (value: number) => number,
): readonly SweepSeries[] {
  return shown.flatMap((measure) => {
    const points = rows.flatMap((row) => {
      const amount = measure.of(row);
      return amount === undefined ? [] : [{ place: placeOf(row.value), amount, failure: runFailure(row)?.type }];
    });
    const amounts = points.map(({ amount }) => amount);
    if (points.length === 0) return [];
    return [{ measure, points, lowest: Math.min(...amounts), highest: Math.max(...amounts) }];
  });
}

/** A range of equivalent values. */
export interface EffectlessRange {
  readonly from: number;
  readonly to: number;
  /** How many of them were tried. */
  readonly tried: number;
}

/** The longest ranges of values with exactly the same outcome. Values that the session does not survive are excluded. */
export function effectlessRanges(rows: readonly SweepRow[]): readonly EffectlessRange[] {
  const runs: SweepRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isSame(run[0], row)) run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first === undefined || last === undefined || run.length < 2 || runFailure(first) !== undefined
      ? []
      : [{ from: first.value, to: last.value, tried: run.length }];
  });
}

function isSame(a: SweepRow, b: SweepRow): boolean {
  const isCounted = a.misses !== undefined && b.misses !== undefined;
  return outcomeText(a) === outcomeText(b) && (!isCounted || a.misses === b.misses);
}

function outcomeText(row: SweepRow): string {
  return JSON.stringify({ ...row, value: undefined, misses: undefined });
}

/** The row whose value is closest to a position. */
export function rowNear(
  rows: readonly SweepRow[],
  place: number,
  placeOf: (value: number) => number,
): SweepRow | undefined {
  const distance = (row: SweepRow) => Math.abs(placeOf(row.value) - place);
  return rows.reduce<SweepRow | undefined>(
    (nearest, row) => (nearest === undefined || distance(row) < distance(nearest) ? row : nearest),
    undefined,
  );
}
