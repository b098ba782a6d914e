import { type Category, categories } from '../../tokens/category';
import type { SimulationColumns } from '../pipeline/simulation';

/** In addition to those of the categories. */
const COLUMNS = 10;

export function emptyColumns(calls: number): SimulationColumns {
  // One buffer for all columns: a sweep allocates them hundreds of times.
  const memory = new Float64Array(calls * (categories.length + COLUMNS));
  let taken = 0;
  const column = () => {
    taken += calls;
    return memory.subarray(taken - calls, taken);
  };
  const byCategory = Object.fromEntries(categories.map((category) => [category, column()]));
  return {
    used: column(),
    byCategory: byCategory as Record<Category, Float64Array>,
    output: column(),
    billedOutput: column(),
    counted: column(),
    threshold: column(),
    cacheRead: column(),
    cacheWritten: column(),
    uncached: column(),
    cacheReason: column(),
    cost: column(),
  };
}

/** The same numbers with room for more calls. */
export function grownColumns(before: SimulationColumns, calls: number): SimulationColumns {
  const after = emptyColumns(calls);
  const all = columnsIn(after);
  columnsIn(before).forEach((column, place) => {
    all[place]?.set(column);
  });
  return after;
}

/** Copies of the first calls, which stay unchanged. */
export function firstCalls(columns: SimulationColumns, calls: number): SimulationColumns {
  const copy = emptyColumns(calls);
  const all = columnsIn(copy);
  columnsIn(columns).forEach((column, place) => {
    all[place]?.set(column.subarray(0, calls));
  });
  return copy;
}

function columnsIn({ byCategory, ...others }: SimulationColumns): readonly Float64Array[] {
  const { used, output, billedOutput, counted, threshold, cacheRead, cacheWritten, uncached, cacheReason, cost } =
    others;
  const billed = [billedOutput, cacheRead, cacheWritten, uncached, cacheReason, cost];
  const own = [used, output, counted, threshold, ...billed];
  return [...own, ...categories.map((category) => byCategory[category])];
}

/** Writes whole numbers that add up to `used`: each category gets the growth of the rounded running sum. */
export function shareAmongCategories(
  columns: readonly Float64Array[],
  call: number,
  used: number,
  shares: Float64Array,
): void {
  let total = 0;
  for (let place = 0; place < shares.length; place++) total += shares[place] ?? 0;
  let running = 0;
  let given = 0;
  for (let place = 0; place < columns.length; place++) {
    running += shares[place] ?? 0;
    const upTo = total <= 0 ? 0 : Math.round((Math.min(running, total) / total) * used);
    const column = columns[place];
    if (column !== undefined) column[call] = upTo - given;
    given = upTo;
  }
  // The remainder of an empty total, or of rounding. The system part comes first.
  const [system] = columns;
  if (system !== undefined) system[call] = (system[call] ?? 0) + used - given;
}
