import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CostLossPoint, costLossPoints, paretoFront } from './cost-loss-points';
import type { Outcome } from './outcome-measures';

const point = (name: string, cost: number, misses: number): CostLossPoint => ({ name, cost, misses });
const names = (points: readonly CostLossPoint[]) => points.map(({ name }) => name).join('');

it('has on the front what nothing beats in both, cheapest first', () => {
  const points = [point('a', 10, 5), point('b', 8, 9), point('c', 12, 5), point('d', 20, 0), point('e', 15, 6)];
  expect(names(paretoFront(points))).toBe('bad');
});

it('has points of the same place together, and one that is alone', () => {
  expect(names(paretoFront([point('a', 10, 5), point('b', 10, 5)]))).toBe('ab');
  expect(names(paretoFront([point('a', 10, 5), point('b', 10, 4)]))).toBe('b');
  expect(paretoFront([])).toEqual([]);
});

it('beats every point that is not on it, and loses more with every cheaper one', () => {
  const anyPoint = fc.record({ name: fc.string(), cost: fc.integer({ max: 20 }), misses: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(anyPoint, { minLength: 1 }), (points) => {
      const front = paretoFront(points);
      expect(front.length).toBeGreaterThan(0);
      for (const each of points) {
        const isBeaten = front.some(
          ({ cost, misses }) =>
            cost <= each.cost && misses <= each.misses && (cost !== each.cost || misses !== each.misses),
        );
        expect(isBeaten).toBe(!front.includes(each));
      }
      for (const [index, each] of front.entries()) {
        const next = front[index + 1];
        if (next && next.cost > each.cost) expect(next.misses).toBeLessThan(each.misses);
      }
    }),
  );
});

it('[X1] has no point for a run that ended early, or whose cost or losses are unknown', () => {
  const outcome: Outcome = { compactions: 1, totals: { cost: { dollars: 3, known: 4, unknown: 0 } }, misses: 2 };
  const { misses: _, ...uncounted } = outcome;
  const outcomes = [
    { name: 'whole', outcome },
    { name: 'dead', outcome: { ...outcome, deadAt: 7 } },
    { name: 'uncounted', outcome: uncounted },
    { name: 'unpriced', outcome: { ...outcome, totals: { cost: { dollars: 3, known: 3, unknown: 1 } } } },
    { name: 'computing', outcome: undefined },
  ];
  expect(costLossPoints(outcomes)).toEqual([{ name: 'whole', cost: 3, misses: 2 }]);
});
