import type { Category } from '../../tokens/category';
import type { ContextRow } from './context-rows';

/**
 * Each category with all that lie below it added, so that the areas can be drawn one over the other from zero. Stacked by
 * the library of charts itself, the same areas take twice as long.
 */
export function stackRows(rows: readonly ContextRow[], shown: readonly Category[]): ContextRow[] {
  return rows.map((row) => {
    const stacked: { -readonly [Key in keyof ContextRow]: number } = { ...row };
    let sum = 0;
    for (const category of shown) {
      sum += row[category];
      stacked[category] = sum;
    }
    return stacked;
  });
}
