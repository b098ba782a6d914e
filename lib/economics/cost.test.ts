import { expect, it } from 'vitest';
import type { Usage } from '../transcript/transcript';
import { addCost, costOf, noCosts } from './cost';
import { modelFor } from './model-table';

const nothing: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
const opus = modelFor('claude-opus-4-5');

it('[E2] bills uncached input at 1, cache writes at 1.25 or 2, cache reads at 0.1 of the input price, plus output', () => {
  expect(costOf({ ...nothing, input: 1_000_000 }, opus)).toBe(5);
  expect(costOf({ ...nothing, cacheWrite5m: 1_000_000 }, opus)).toBe(6.25);
  expect(costOf({ ...nothing, cacheWrite1h: 1_000_000 }, opus)).toBe(10);
  expect(costOf({ ...nothing, cacheRead: 1_000_000 }, opus)).toBe(0.5);
  expect(costOf({ ...nothing, output: 1_000_000 }, opus)).toBe(25);
  expect(costOf(nothing, opus)).toBe(0);
});

it('[E2] adds further passes of a response', () => {
  const pass = { ...nothing, input: 100_000, output: 10_000 };
  const one = costOf(pass, opus) ?? 0;
  expect(costOf({ ...pass, extraPasses: [pass, pass] }, opus)).toBeCloseTo(3 * one, 12);
});

it('[E2] bills the whole request at the higher prices of a long prompt', () => {
  const haiku = modelFor('claude-haiku-5-5');
  expect(costOf({ ...nothing, cacheRead: 99_000, input: 1_000, output: 1_000_000 }, haiku)).toBeCloseTo(0.50109, 9);
  expect(costOf({ ...nothing, cacheRead: 99_000, input: 1_001, output: 1_000_000 }, haiku)).toBeCloseTo(2.5054505, 9);
});

it('[E2] has no cost for an unknown model', () => {
  expect(costOf({ ...nothing, input: 1 }, modelFor('their-model'))).toBeUndefined();
});

it('[E2] separates unknown costs from known ones in a sum', () => {
  expect([0.5, undefined, 0.25, undefined].reduce(addCost, noCosts)).toEqual({ dollars: 0.75, known: 2, unknown: 2 });
  expect(noCosts.unknown).toBe(0);
});
