import { type RunFailure, runFailure } from '../../simulator/replay/run-failure';
import type { SweepRow } from '../../sweep/sweep-rows';
import { type Measure, measures } from './outcome-measures';

/** The pictures of a sweep, one below the other. */
export const sweepMeasures: readonly Measure[] = [measures.compactions, measures.peak, measures.cost];
export const sweepMeasuresWithMisses: readonly Measure[] = [...sweepMeasures, measures.misses];

/** One picture: a measure over the values of the setting. */
export interface SweepSeries {
  readonly measure: Measure;
  readonly points: readonly SweepPoint[];
  readonly lowest: number;
  readonly highest: number;
}

export interface SweepPoint {
  /** Where its value stands, from 0 to 1. */
  readonly place: number;
  readonly amount: number;
  /** The run did not do the work of the recording: its amount is not to be compared with others. */
  readonly failure: RunFailure['type'] | undefined;
}

/** Without the measures that no row has, such as the cost where no price is known. */
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

/** Values of which one is as good as the other. */
export interface EffectlessRange {
  readonly from: number;
  readonly to: number;
  /** How many of them were tried. */
  readonly tried: number;
}

/** The longest runs of values with which exactly the same came out. None may be taken that the session does not survive. */
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

/** The row whose value stands nearest to a place. */
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
