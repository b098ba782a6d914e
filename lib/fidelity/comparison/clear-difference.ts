import type { Score } from '../scores/score';

type Counted = Pick<Score, 'count' | 'of'>;

/** A column in one score. */
export interface Standing {
  /** One for each answer. The shown one is the first. */
  readonly answers: readonly Counted[];
  /** Written without a model: any further answer would be the same. */
  readonly isFixed: boolean;
}

/** Between the shown answers, on the same items: how many count in one alone. */
export interface OnlyIn {
  readonly first: number;
  readonly second: number;
}

/** [K15] What makes a difference clear, or why it is not. */
export type Difference =
  | { readonly type: 'none' }
  /** `chance`: how often a difference like this would come about if both were equally good. */
  | { readonly type: 'clear' | 'unclear'; readonly by: 'spread' | 'counts'; readonly chance: number }
  /** Sizes are what they are. */
  | { readonly type: 'clear' | 'unclear'; readonly by: 'size' };

/** [K15] Counts of one answer each. */
const MAX_CHANCE = 1 / 20;
/** [K15] Repeats: three answers against three can do no better. */
const MAX_SPREAD_CHANCE = 1 / 10;
/** [K15] Of the larger one. */
const MIN_SIZE_DIFFERENCE = 1 / 10;

/** [K15] From the spread of repeats if there are some, otherwise from the counts. */
export function difference(a: Standing, b: Standing, onlyIn: OnlyIn | undefined): Difference {
  const spread = spreadChance(a, b);
  if (spread !== undefined) {
    if (isSame(a.answers, b.answers)) return { type: 'none' };
    return { type: spread <= MAX_SPREAD_CHANCE ? 'clear' : 'unclear', by: 'spread', chance: spread };
  }
  const [first, second] = [a.answers[0], b.answers[0]];
  if (first === undefined || second === undefined || share(first) === share(second)) return { type: 'none' };
  const chance = onlyIn === undefined ? unpairedChance(first, second) : signChance(onlyIn);
  return { type: chance <= MAX_CHANCE ? 'clear' : 'unclear', by: 'counts', chance };
}

/** [K15] Of two sizes, which no chance has a part in. */
export function sizeDifference(a: number, b: number): Difference {
  if (a === b) return { type: 'none' };
  const isClear = Math.abs(a - b) >= MIN_SIZE_DIFFERENCE * Math.max(Math.abs(a), Math.abs(b));
  return { type: isClear ? 'clear' : 'unclear', by: 'size' };
}

/** Undefined for a share of nothing. */
export function share({ count, of }: Counted): number | undefined {
  return of === 0 ? undefined : count / of;
}

/**
 * How often all answers of one column would be above all of the other, if they came from the same urn. 1 if they overlap;
 * undefined without repeats on both sides.
 */
function spreadChance(a: Standing, b: Standing): number | undefined {
  if (!(a.isFixed || a.answers.length > 1) || !(b.isFixed || b.answers.length > 1)) return undefined;
  if (a.isFixed && b.isFixed) return undefined;
  const [below, above] = [rangeOf(a.answers), rangeOf(b.answers)];
  if (below.most >= above.least && above.most >= below.least) return 1;
  if (a.isFixed) return 2 * 0.5 ** b.answers.length;
  if (b.isFixed) return 2 * 0.5 ** a.answers.length;
  const all = a.answers.length + b.answers.length;
  return 2 / Math.exp(logChoose(all, a.answers.length));
}

function rangeOf(answers: readonly Counted[]): { readonly least: number; readonly most: number } {
  const shares = answers.map((answer) => share(answer) ?? 0);
  return { least: Math.min(...shares), most: Math.max(...shares) };
}

function isSame(a: readonly Counted[], b: readonly Counted[]): boolean {
  const [one, other] = [rangeOf(a), rangeOf(b)];
  return one.least === other.least && one.most === other.most;
}

/** Of the items that only one of them has, each could as well have been in the other: a toss of a coin. */
function signChance({ first, second }: OnlyIn): number {
  const all = first + second;
  const fewer = Math.min(first, second);
  let sum = 0;
  for (let heads = 0; heads <= fewer; heads++) sum += Math.exp(logChoose(all, heads) - all * Math.LN2);
  return Math.min(1, 2 * sum);
}

/** Of different items: how often shares as far apart would be drawn from one urn (Fisher’s exact test). */
function unpairedChance(a: Counted, b: Counted): number {
  const [all, good] = [a.of + b.of, a.count + b.count];
  const chanceOf = (inA: number) => logChoose(a.of, inA) + logChoose(b.of, good - inA) - logChoose(all, good);
  // Equal chances must not differ by their rounding.
  const seen = chanceOf(a.count) + 1e-9;
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
