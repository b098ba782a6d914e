import { expect, it } from 'vitest';
import { simulation } from '../../series/chart/simulation.test-support';
import { abDifferences, abFigures, abRows } from './ab-figures';

const change = (call: number, turn: 'gate' | 'before-call', before: number, after: number) => ({
  call,
  layer: 'full-compact' as const,
  turn,
  trigger: 'auto' as const,
  before,
  after,
  reason: { rule: 'G2', code: 'at-threshold', values: {} },
  changes: [],
  summaryTokens: 0,
  boundary: undefined,
  callsSinceLast: undefined,
});

const a = {
  simulation: simulation(4, {
    used: Float64Array.of(10, 30, 20, 40),
    cost: Float64Array.of(0.25, 0.25, 0.25, 0.25),
    changes: [change(1, 'before-call', 35, 30), change(2, 'gate', 50, 20)],
  }),
  rereads: [2, 3],
  end: 'finished' as const,
};
const b = {
  simulation: simulation(2, { used: Float64Array.of(10, 60), cost: Float64Array.of(1, 1.5), changes: [] }),
  rereads: [],
  end: 'dead' as const,
};

it('counts what happened up to the call', () => {
  expect(abFigures(a, 1)).toMatchObject({ calls: 2, context: 30, peak: 30, compactions: 0, clearings: 1, removed: 5 });
  const last = abFigures(a, 3);
  expect(last).toMatchObject({
    calls: 4,
    context: 40,
    peak: 40,
    compactions: 1,
    clearings: 1,
    removed: 35,
    rereads: 2,
  });
  expect(last.dollars).toBeCloseTo(1);
  expect([abFigures(a, 2).end, last.end]).toEqual([undefined, 'finished']);
});

it('stays where a side has ended', () => {
  expect(abFigures(b, 3)).toEqual({ ...abFigures(b, 1), end: 'dead' });
});

it('names the differences, and a side that stopped', () => {
  const [left, right] = [abFigures(a, 3), abFigures(b, 3)];
  expect(abDifferences(left, right)).toBe(
    'Up to call 4, B costs $1.50 more, compacts 0 times instead of 1, removes 0 tokens instead of 35, and reads 0 files again instead of 2. B stopped after call 2 (dead: the context does not fit).',
  );
  expect(abDifferences(left, left)).toBe('Up to call 4, A and B do not differ in cost, compactions or losses.');
  expect(abDifferences(left, { ...left, removed: 0 })).toBe('Up to call 4, B removes 0 tokens instead of 35.');
  expect(abDifferences(left, { ...left, removed: 0, rereads: 1 })).toContain('instead of 35 and reads 1 file again');
  const rows = abRows(left, right);
  expect(rows.find(({ name }) => name === 'Peak')).toEqual({ name: 'Peak', values: ['40', '60'], difference: '+20' });
  expect(rows.find(({ name }) => name === 'Compactions')?.difference).toBe('−1');
  expect(rows.at(-1)?.values).toEqual(['finished', 'dead: the context does not fit']);
});
