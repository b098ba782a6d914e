import type { Category } from '../../tokens/category';
import type { ContextCurve } from './drawn-calls';
import { type Placing, tenth } from './line-path';

/** An area from zero up to its edge, as paths of an SVG. */
export interface AreaPath {
  readonly edge: string;
  readonly area: string;
}

export interface CategoryPath extends AreaPath {
  readonly category: Category;
}

/**
 * Each category with all that lie below it added. They are drawn over each other in this order, the highest first: so an
 * area has one edge and not two.
 */
export function stackPaths(
  { byCategory }: ContextCurve,
  calls: readonly number[],
  shown: readonly Category[],
  placing: Placing,
): readonly CategoryPath[] {
  const places = placesOf(calls, placing);
  const sums = new Float64Array(calls.length);
  const paths = shown.map((category): CategoryPath => {
    const tokens = byCategory[category];
    for (const [index, call] of calls.entries()) sums[index] = (sums[index] ?? 0) + (tokens[call] ?? 0);
    return { category, ...areaPath(places, sums, placing) };
  });
  return paths.reverse();
}

/** All categories together. */
export function totalPath({ used }: ContextCurve, calls: readonly number[], placing: Placing): AreaPath {
  return areaPath(
    placesOf(calls, placing),
    Float64Array.from(calls, (call) => used[call] ?? 0),
    placing,
  );
}

/** The same for every category, and written once. */
function placesOf(calls: readonly number[], { x }: Placing): readonly string[] {
  const [only] = calls;
  // The area of a single call would have no width: it takes the whole slot.
  return (calls.length === 1 && only !== undefined ? [only - 0.5, only + 0.5] : calls).map(
    (call) => `${tenth(x(call))}`,
  );
}

function areaPath(places: readonly string[], values: Float64Array, { y }: Placing): AreaPath {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return { edge: '', area: '' };
  const points = places.map((place, index) => `${place} ${tenth(y(values[Math.min(index, values.length - 1)] ?? 0))}`);
  const edge = `M${points.join('L')}`;
  const zero = tenth(y(0));
  return { edge, area: `${edge}L${last} ${zero}L${first} ${zero}Z` };
}
