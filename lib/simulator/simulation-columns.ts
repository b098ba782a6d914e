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
