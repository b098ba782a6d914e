import { type Category, categories } from '../tokens/category';
import type { SimulationColumns } from './simulation';

export function emptyColumns(calls: number): SimulationColumns {
  const column = () => new Float64Array(calls);
  const byCategory = Object.fromEntries(categories.map((category) => [category, column()]));
  return {
    used: column(),
    byCategory: byCategory as Record<Category, Float64Array>,
    output: column(),
    counted: column(),
    cacheRead: column(),
    cacheWritten: column(),
    uncached: column(),
  };
}

/** Whole numbers that add up to `used`: each category gets what the rounded running sum grows by. */
export function shareAmongCategories(
  columns: Readonly<Record<Category, Float64Array>>,
  call: number,
  used: number,
  shareOf: (category: Category, place: number) => number,
): void {
  let total = 0;
  for (const [place, category] of categories.entries()) total += shareOf(category, place);
  let running = 0;
  let given = 0;
  for (const [place, category] of categories.entries()) {
    running += shareOf(category, place);
    const upTo = total <= 0 ? 0 : Math.round((Math.min(running, total) / total) * used);
    columns[category][call] = upTo - given;
    given = upTo;
  }
  // What a total of nothing, or the rounding of fractions, has left over.
  columns.system[call] = (columns.system[call] ?? 0) + used - given;
}
