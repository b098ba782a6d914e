import { expect, it } from 'vitest';
import { type Category, categories } from '../../tokens/category';
import type { ContextCurve } from './drawn-calls';
import { stackPaths, totalPath } from './stack-paths';

const placing = { x: (call: number) => call * 10, y: (tokens: number) => 1_000 - tokens };

function curveOf(columns: Partial<Record<Category, readonly number[]>>, used: readonly number[] = []): ContextCurve {
  const byCategory = Object.fromEntries(
    categories.map((category) => [category, Float64Array.from(columns[category] ?? [])]),
  ) as ContextCurve['byCategory'];
  return { calls: 3, used: Float64Array.from(used), byCategory };
}

const curve = curveOf({ system: [1, 2, 3], user: [10, 20, 30], 'tool-results': [100, 200, 300] }, [150, 250, 350]);

it('stacks the categories, and draws the highest first', () => {
  const paths = stackPaths(curve, [0, 2], ['system', 'user', 'tool-results'], placing);
  expect(paths.map(({ category, edge }) => [category, edge])).toEqual([
    ['tool-results', 'M0 889L20 667'],
    ['user', 'M0 989L20 967'],
    ['system', 'M0 999L20 997'],
  ]);
});

it('omits what is not shown', () => {
  const [highest] = stackPaths(curve, [1], ['system', 'tool-results'], placing);
  expect(highest?.edge).toBe('M5 798L15 798');
});

it('closes each area at zero', () => {
  expect(totalPath(curve, [0, 1, 2], placing)).toEqual({
    edge: 'M0 850L10 750L20 650',
    area: 'M0 850L10 750L20 650L20 1000L0 1000Z',
  });
});

it('gives a single call its whole slot', () => {
  expect(totalPath(curve, [1], placing).area).toBe('M5 750L15 750L15 1000L5 1000Z');
});

it('draws nothing without calls', () => {
  expect(stackPaths(curve, [], ['system'], placing)).toEqual([{ category: 'system', edge: '', area: '' }]);
});
