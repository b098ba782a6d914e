import type { Score } from '../scores/score';

/** Equal chances must not differ by their rounding. */
const ROUNDING = 1e-9;

/** How often coins would fall at least as unevenly, in either direction. Ties are left out. */
export function signChance(first: number, second: number): number {
  const all = first + second;
  let sum = 0;
  for (let heads = 0; heads <= Math.min(first, second); heads++) {
    sum += Math.exp(logChoose(all, heads) - all * Math.LN2);
  }
  return Math.min(1, 2 * sum);
}

/** Of two groups of answers that are entirely apart. */
export function leastRankChance(a: number, b: number): number {
  return Math.min(1, 2 / Math.exp(logChoose(a + b, a)));
}

/**
 * How often the ranks of two groups would be at least as far apart if all answers were assigned to them at random
 * (Mann and Whitney’s test, exact). Equal answers share their ranks.
 */
export function rankChance(
  a: readonly number[],
  b: readonly number[],
): { readonly chance: number; readonly more: 'a' | 'b' | undefined } {
  const sorted = [...a, ...b].sort((one, other) => one - other);
  /** Twice the rank: that of equal answers lies between two. */
  const rankOf = (value: number) => sorted.indexOf(value) + sorted.lastIndexOf(value) + 2;
  const sum = (ranks: readonly number[]) => ranks.reduce((total, rank) => total + rank, 0);
  const usual = a.length * (sorted.length + 1);
  const off = sum(a.map(rankOf)) - usual;
  const ways = waysOf(sorted.map(rankOf), a.length);
  let [far, all] = [0, 0];
  for (const [total, count] of ways.entries()) {
    all += count;
    if (Math.abs(total - usual) >= Math.abs(off)) far += count;
  }
  return { chance: far / all, more: off > 0 ? 'a' : off < 0 ? 'b' : undefined };
}

/** By sum: in how many ways so many of the ranks have it. */
function waysOf(ranks: readonly number[], taken: number): Float64Array {
  const most = ranks.slice(-taken).reduce((total, rank) => total + rank, 0);
  const ways = Array.from({ length: taken + 1 }, () => new Float64Array(most + 1));
  if (ways[0] !== undefined) ways[0][0] = 1;
  for (const rank of ranks) {
    for (let count = taken; count > 0; count--) {
      const [to, from] = [ways[count], ways[count - 1]];
      if (to === undefined || from === undefined) continue;
      for (let total = most; total >= rank; total--) to[total] = (to[total] ?? 0) + (from[total - rank] ?? 0);
    }
  }
  return ways[taken] ?? new Float64Array();
}

type Counted = Pick<Score, 'count' | 'of'>;

/** How often shares as far apart would be drawn from one urn (Fisher’s exact test). */
export function fisherChance(a: Counted, b: Counted): number {
  const [all, good] = [a.of + b.of, a.count + b.count];
  const chanceOf = (inA: number) => logChoose(a.of, inA) + logChoose(b.of, good - inA) - logChoose(all, good);
  const seen = chanceOf(a.count) + ROUNDING;
  let sum = 0;
  for (let inA = Math.max(0, good - b.of); inA <= Math.min(a.of, good); inA++) {
    const chance = chanceOf(inA);
    if (chance <= seen) sum += Math.exp(chance);
  }
  return Math.min(1, sum);
}

const logFactorials = [0, 0];

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  }
  return logFactorials[n] ?? 0;
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
