import { expect, it } from 'vitest';
import { simulation } from '../../series/chart/simulation.test-support';
import { abDifferences, abFigures, abRows, lossesUpTo, lossWords } from './ab-figures';

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
  expect(abDifferences(left, left)).toBe(
    'Up to call 4, A and B do not differ in cost, compactions or files read again.',
  );
  expect(abDifferences(left, { ...left, removed: 0 })).toBe('Up to call 4, B removes 0 tokens instead of 35.');
  expect(abDifferences(left, { ...left, removed: 0, rereads: 1 })).toContain('instead of 35 and reads 1 file again');
  const rows = abRows(left, right, [undefined, undefined], '…');
  expect(rows.find(({ name }) => name === 'Peak')).toEqual({ name: 'Peak', values: ['40', '60'], difference: '+20' });
  expect(rows.find(({ name }) => name === 'Compactions')?.difference).toBe('−1');
  expect(rows.at(-1)?.values).toEqual(['finished', 'dead: the context does not fit']);
});

const first = { kept: 5, lost: 4, misses: 1, rules: 2, rulesLost: 0 };
const second = { kept: 6, lost: 9, misses: 1, rules: 2, rulesLost: 1 };
const losses = {
  calls: [
    { call: 1, here: first, soFar: first },
    { call: 3, here: second, soFar: second },
  ],
};

it('[K1] [K2] [K4] says what was lost up to the call, and the differences', () => {
  expect([0, 1, 2, 3, 9].map((call) => lossesUpTo(losses, call))).toEqual([none(), first, first, second, second]);
  const figures = abFigures(a, 3);
  expect(abDifferences(figures, figures, [first, second])).toBe(
    'Up to call 4, A and B do not differ in cost, compactions or files read again. B loses 9 values instead of 4 and 1 rule instead of 0.',
  );
  expect(abDifferences(figures, figures, [first, { ...first, misses: 0 }])).toContain(
    'B loses 0 values used later instead of 1.',
  );
  expect(abDifferences(figures, figures, [first, undefined])).not.toContain('loses');
  const rows = abRows(figures, figures, [first, second], '…').filter(({ rule }) => rule !== undefined);
  expect(rows.map(({ name, values, difference }) => [name, ...values, difference])).toEqual([
    ['Values kept', '5', '6', '+1'],
    ['Values lost', '4', '9', '+5'],
    ['Used-later misses', '1', '1', ''],
    ['Rules lost or weakened', '0 of 2', '1 of 2', '+1'],
  ]);
});

it('has no figures of losses before they are counted', () => {
  const figures = abFigures(a, 3);
  const row = abRows(figures, figures, [undefined, none()], '…').find(({ name }) => name === 'Values lost');
  expect(row).toMatchObject({ values: ['…', '0'], difference: '' });
  const rules = abRows(figures, figures, [none(), none()], '…').find(({ rule }) => rule === 'K4');
  expect(rules?.values).toEqual(['no rules removed', 'no rules removed']);
});

it('words what one compaction lost', () => {
  expect(lossWords(first)).toBe('4 of 9 values lost, 1 used later, 2 rules kept');
  expect(lossWords(second)).toBe('9 of 15 values lost, 1 used later, 1 of 2 rules lost or weakened');
  expect(lossWords({ ...none(), kept: 1 })).toBe('0 of 1 value lost');
});

function none() {
  return { kept: 0, lost: 0, misses: 0, rules: 0, rulesLost: 0 };
}
