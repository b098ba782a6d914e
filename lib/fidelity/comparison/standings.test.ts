import { expect, it } from 'vitest';
import type { Side } from './clear-difference';
import { standings } from './standings';

const model = (...values: readonly number[]): Side => ({ values, isFixed: false });

it('[K15] marks as best only what is clearly better than every other', () => {
  const [low, middle, high] = [model(1, 2, 3), model(3, 4, 5), model(5, 6, 7)];
  const of = (...sides: readonly Side[]) =>
    standings(
      sides.map((each) => [each]),
      'more',
    ).map(({ isBest, isUnbeaten }) => `${isBest ? 'best' : ''}${isUnbeaten ? ' unbeaten' : ''}`);
  expect(of(high, low)).toEqual(['best unbeaten', '']);
  expect(of(low, middle, high)).toEqual(['', ' unbeaten', ' unbeaten']);
  expect(of(high, high, low)).toEqual([' unbeaten', ' unbeaten', '']);
  expect(of(high, model())).toEqual([' unbeaten', '']);
  expect(of(model(9), model(1))).toEqual([' unbeaten', ' unbeaten']);
});

it('[K15] knows whether more or less is better, and compares only where both have answers', () => {
  const [low, high] = [model(1, 2, 3), model(5, 6, 7)];
  expect(standings([[low], [high]], 'less')).toEqual([
    { isBest: true, isUnbeaten: true },
    { isBest: false, isUnbeaten: false },
  ]);
  expect(
    standings(
      [
        [high, model()],
        [low, high],
      ],
      'more',
    )[0]?.isBest,
  ).toBe(true);
  expect(
    standings(
      [
        [high, model()],
        [model(), low],
      ],
      'more',
    )[0]?.isBest,
  ).toBe(false);
});
