import { median } from '../../base/median';
import type { Score } from '../scores/score';
import { fisherChance, leastRankChance, rankChance, signChance } from './chances';

/** Who writes summaries, at one place in a session. */
export interface Side {
  /** Of each answer that has something to score, in any order. */
  readonly values: readonly number[];
  /** Written without a model: any further answer would be the same. */
  readonly isFixed: boolean;
  /** Of a fixed text whose score is a count of items. */
  readonly items?: Pick<Score, 'count' | 'of'>;
}

/** Both at the same place. */
export interface Pair {
  readonly a: Side;
  readonly b: Side;
}

/** [K15] `chance`: how often two that are equally good would differ as much, in either direction. */
export type Difference =
  | { readonly type: 'none' }
  | { readonly type: 'clear'; readonly more: 'a' | 'b'; readonly chance: number }
  | { readonly type: 'unclear'; readonly chance: number }
  /** Whatever they say, so few answers cannot tell. */
  | { readonly type: 'too-few' }
  /** Chance has no part in it, but there is hardly a difference. */
  | { readonly type: 'small' };

/** [K15] Three answers against three can do no better. */
const MAX_CHANCE = 1 / 10;
/** [K15] Of the larger size, where chance has no part. */
const MIN_SIZE_DIFFERENCE = 1 / 10;

/** [K15] At all places that both have answers at. A place counts once, however many answers it has. */
export function difference(pairs: readonly Pair[]): Difference {
  const places = pairs.filter(({ a, b }) => a.values.length > 0 && b.values.length > 0);
  const each = places.map(differenceAt);
  const [first] = each;
  if (first === undefined) return { type: 'none' };
  if (each.length === 1) return first;
  const gaps = places.map(gapOf).filter((gap) => gap !== 0);
  if (gaps.length === 0) return { type: 'none' };
  const more = gaps.filter((gap) => gap > 0).length;
  const chance = signChance(more, gaps.length - more);
  if (chance <= MAX_CHANCE) return { type: 'clear', more: more > gaps.length / 2 ? 'a' : 'b', chance };
  const clear = each.flatMap((place) => (place.type === 'clear' ? place : []));
  const [one] = clear;
  if (one !== undefined && clear.length === each.length && clear.every((place) => place.more === one.more)) {
    return { ...one, chance: Math.max(...clear.map((place) => place.chance)) };
  }
  const couldTell = signChance(gaps.length, 0) <= MAX_CHANCE || each.some(({ type }) => type === 'unclear');
  const isTooFew = !couldTell && each.some(({ type }) => type === 'too-few');
  return isTooFew ? { type: 'too-few' } : { type: 'unclear', chance };
}

function differenceAt(pair: Pair): Difference {
  const { a, b } = pair;
  const gap = gapOf(pair);
  if (gap === 0) return { type: 'none' };
  const more = gap > 0 ? 'a' : 'b';
  if (a.isFixed && b.isFixed) {
    if (a.items !== undefined && b.items !== undefined) return byChance(fisherChance(a.items, b.items), more);
    const larger = Math.max(Math.abs(median(a.values)), Math.abs(median(b.values)));
    return Math.abs(gap) < MIN_SIZE_DIFFERENCE * larger ? { type: 'small' } : { type: 'clear', more, chance: 0 };
  }
  if (a.isFixed || b.isFixed) {
    const [above, below] = sidesOfFixed(pair);
    if (signChance(Math.max(a.values.length, b.values.length), 0) > MAX_CHANCE) return { type: 'too-few' };
    return byChance(signChance(above, below), more, Math.sign(above - below) === Math.sign(gap));
  }
  if (leastRankChance(a.values.length, b.values.length) > MAX_CHANCE) return { type: 'too-few' };
  const { chance, more: ranked } = rankChance(a.values, b.values);
  return byChance(chance, more, ranked === more);
}

/** `isSame`: the medians, which are shown, and all answers together say the same. */
function byChance(chance: number, more: 'a' | 'b', isSame = true): Difference {
  return chance <= MAX_CHANCE && isSame ? { type: 'clear', more, chance } : { type: 'unclear', chance };
}

function gapOf({ a, b }: Pair): number {
  return median(a.values) - median(b.values);
}

/** How many answers of a model speak for `a`, and how many for `b`. */
function sidesOfFixed({ a, b }: Pair): readonly [number, number] {
  const gaps = a.isFixed
    ? b.values.map((value) => median(a.values) - value)
    : a.values.map((value) => value - median(b.values));
  return [gaps.filter((gap) => gap > 0).length, gaps.filter((gap) => gap < 0).length];
}
