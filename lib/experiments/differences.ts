/** The values of one row at one boundary. */
export interface CellValues {
  readonly values: readonly number[];
  /** Rules and recordings: asked again, they would give the same. */
  readonly isFixed: boolean;
}

export type Better = 'more' | 'less';

/** [V2] A difference that arises by chance less often than this means something. */
const MAX_CHANCE = 0.05;

/**
 * [V2] All values of `a` are better than all of `b`, and there are enough of them: three against three equal prompts
 * would be sorted like this by chance once in twenty.
 */
export function isApart(a: CellValues, b: CellValues, better: Better): boolean {
  if (a.values.length === 0 || b.values.length === 0) return false;
  const sign = better === 'more' ? 1 : -1;
  const worstOfA = Math.min(...a.values.map((value) => value * sign));
  const bestOfB = Math.max(...b.values.map((value) => value * sign));
  return worstOfA > bestOfB && chanceOfApart(a, b) <= MAX_CHANCE;
}

function chanceOfApart(a: CellValues, b: CellValues): number {
  if (a.isFixed && b.isFixed) return 0;
  if (a.isFixed || b.isFixed) return 0.5 ** (a.isFixed ? b : a).values.length;
  return 1 / choose(a.values.length + b.values.length, a.values.length);
}

/** Two rows at one boundary. */
export interface Pair {
  readonly a: CellValues;
  readonly b: CellValues;
  readonly medianA: number;
  readonly medianB: number;
}

/** [V2] At the boundaries that both have: by a sign test over their medians, or apart at each of them. */
export function isBetter(pairs: readonly Pair[], better: Better): boolean {
  const sign = better === 'more' ? 1 : -1;
  const differences = pairs.map(({ medianA, medianB }) => (medianA - medianB) * sign).filter((each) => each !== 0);
  const wins = differences.filter((each) => each > 0).length;
  if (wins > 0 && chanceOfWins(wins, differences.length) <= MAX_CHANCE) return true;
  return pairs.length > 0 && pairs.every(({ a, b }) => isApart(a, b, better));
}

/** That equal rows would differ in this direction at as many boundaries. */
function chanceOfWins(wins: number, count: number): number {
  let ways = 0;
  for (let more = wins; more <= count; more++) ways += choose(count, more);
  return ways / 2 ** count;
}

function choose(of: number, count: number): number {
  let ways = 1;
  for (let place = 1; place <= count; place++) ways = (ways * (of - count + place)) / place;
  return ways;
}
