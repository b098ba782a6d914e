import type { ScoreDefinition } from '../scores/score-definitions';
import { type Difference, difference, type Side } from './clear-difference';

/** [K15] One of several writers. */
export interface Standing {
  /** Clearly better than every other with answers. */
  readonly isBest: boolean;
  /** It has answers, and no other is clearly better. */
  readonly isUnbeaten: boolean;
}

/** [K15] `writers`: the side of each at all places, in one order. What Prompts and experiments mark comes from here alone. */
export function standings(
  writers: readonly (readonly Side[])[],
  better: ScoreDefinition['better'],
): readonly Standing[] {
  const hasAnswers = writers.map((places) => places.some(({ values }) => values.length > 0));
  const beats = writers.map((a) => writers.map((b) => a !== b && isBetter(differenceOf(a, b), better)));
  const others = (of: number) => writers.flatMap((_, index) => (index !== of && hasAnswers[index] ? index : []));
  return writers.map((_, index) => ({
    isBest: others(index).length > 0 && others(index).every((other) => beats[index]?.[other] === true),
    isUnbeaten: hasAnswers[index] === true && !others(index).some((other) => beats[other]?.[index] === true),
  }));
}

/** [K15] Like with like: only at the places where both have answers. */
export function differenceOf(a: readonly Side[], b: readonly Side[]): Difference {
  return difference(
    a.flatMap((side, place) => {
      const other = b[place];
      return other === undefined ? [] : { a: side, b: other };
    }),
  );
}

/** That `a` is better. */
function isBetter(found: Difference, better: ScoreDefinition['better']): boolean {
  return found.type === 'clear' && found.more === (better === 'more' ? 'a' : 'b');
}
