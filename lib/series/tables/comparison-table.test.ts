import { describe, expect, it } from 'vitest';
import { simulation } from '../chart/simulation.test-support';
import { type ComparedRecording, comparedOutcomes, comparisonTable, RECORDED } from './comparison-table';

const bill = {
  calls: 10,
  callsWithoutUsage: 0,
  unfinishedOutputs: 0,
  sent: 100_000,
  cacheRead: 80_000,
  cacheWrite: 15_000,
  uncached: 5_000,
  output: 2_000,
  cost: 4,
};
const recording: ComparedRecording = {
  summary: { calls: 12, compactions: 1, peakTokens: 20_000 },
  bill,
  withoutCache: { dollars: 20, known: 10, unknown: 0 },
  losses: { lost: 30, misses: 5 },
  rules: [
    { rule: { text: 'Never push', polarity: 'do-not', origin: 'found' }, state: 'preserved', call: 3, compactions: 2 },
    { rule: { text: 'Be brief', polarity: 'do', origin: 'added' }, state: 'degraded', call: 3, compactions: 1 },
  ],
};
const scenario = {
  name: 'Small',
  simulation: simulation(12, {
    totals: {
      peak: 15_000,
      sent: 90_000,
      cacheRead: 45_000,
      cacheWrite: 40_000,
      uncached: 5_000,
      output: 3_000,
      cost: { dollars: 5.5, known: 13, unknown: 0 },
      modelCalls: 13,
    },
  }),
  withoutCache: { dollars: 18, known: 13, unknown: 0 },
  losses: { lost: 44, misses: 4 },
  rules: [],
};

function rowsOf(from: ComparedRecording, scenarios: readonly (typeof scenario | Unfinished)[], baseline = RECORDED) {
  return comparisonTable(comparedOutcomes(from, scenarios), baseline).map(({ title, cells }) =>
    [
      title,
      ...cells.map(({ value, difference }) => (difference === undefined ? value : `${value} ${difference}`)),
    ].join(' | '),
  );
}

type Unfinished = Parameters<typeof comparedOutcomes>[1][number];

describe('the table of Compare', () => {
  it('has the recording as the baseline, and signed changes against it', () => {
    expect(rowsOf(recording, [scenario])).toEqual([
      'Compactions | 1 | 0 −1',
      'Model calls | 10 | 13 +3',
      'Peak | 20.0k | 15.0k −5.0k',
      'Tokens sent | 100.0k | 90.0k −10.0k',
      'Cost | $4.00 | $5.50 +$1.50',
      'Cost without cache | $20.00 | $18.00 −$2.00',
      'Cache share | 80 % | 50 % −30.0',
      'Values lost | 30 | 44 +14',
      'Used-later misses | 5 | 4 −1',
      'Rules kept | 1 | 0 −1',
      'Rules lost | 1 | 0 −1',
    ]);
  });

  it('turns the signs round with another baseline', () => {
    expect(rowsOf(recording, [scenario], 'Small').slice(0, 5)).toEqual([
      'Compactions | 1 +1 | 0',
      'Model calls | 10 −3 | 13',
      'Peak | 20.0k +5.0k | 15.0k',
      'Tokens sent | 100.0k +10.0k | 90.0k',
      'Cost | $4.00 −$1.50 | $5.50',
    ]);
  });

  it('[E2] says what is not recorded, and compares the rest', () => {
    const unbilled = { ...recording, bill: undefined, withoutCache: undefined };
    expect(rowsOf(unbilled, [scenario])).toEqual([
      'Compactions | 1 | 0 −1',
      'Model calls | 12 | 13 +1',
      'Peak | 20.0k | 15.0k −5.0k',
      'Tokens sent | not recorded | 90.0k',
      'Cost | not recorded | $5.50',
      'Cost without cache | not recorded | $18.00',
      'Cache share | not recorded | 50 %',
      'Values lost | 30 | 44 +14',
      'Used-later misses | 5 | 4 −1',
      'Rules kept | 1 | 0 −1',
      'Rules lost | 1 | 0 −1',
    ]);
  });

  it('[E2] has no cost where a price is unknown', () => {
    const unpriced = { ...recording, bill: { ...bill, cost: null } };
    expect(rowsOf(unpriced, [scenario])[4]).toBe('Cost | – | $5.50');
  });

  it('says what is still computed', () => {
    const losses = { ...scenario, losses: undefined };
    const nothing = { name: 'Next', simulation: undefined, withoutCache: undefined, losses: undefined };
    const rows = rowsOf({ ...recording, losses: undefined }, [losses, nothing]);
    expect(rows[0]).toBe('Compactions | 1 | 0 −1 | computing');
    expect(rows[7]).toBe('Values lost | computing | computing | computing');
    expect(rowsOf(recording, [{ ...scenario, losses: 'stopped' }])[8]).toBe('Used-later misses | 5 | not counted');
  });

  it('[X1] does not compare a run that ended early with the recording, and says where it ended', () => {
    const dead = { ...scenario, simulation: { ...scenario.simulation, deadAt: 7 } };
    const rows = rowsOf(recording, [dead]);
    expect(rows[4]).toBe('Cost | $4.00 | $5.50');
    expect(rows.at(-1)).toBe('Dead at call | – | 8');
  });
});
