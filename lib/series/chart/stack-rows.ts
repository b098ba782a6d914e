import type { Category } from '../../tokens/category';
import type { ContextRow } from './context-rows';

/**
 * Adds to each category all those below it, so that the areas can be drawn over each other from zero. Stacking in the
 * chart library takes twice as long.
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
