import { describe, expect, it } from 'vitest';
import { change, simulation } from '../chart/simulation.test-support';
import { summaryNote, whatIfFigures } from './what-if';

const losses = { lost: 900, misses: 12 };
const recorded = {
  losses,
  compactions: 4,
  peak: 167_127,
  cost: 22.1,
  summaries: { cost: 0.33, counted: 4, uncounted: 0 },
};
const totals = { ...simulation(1).totals, peak: 107_900, cost: { dollars: 20.43, known: 9, unknown: 0 } };

describe('[P2] the recording beside a policy', () => {
  it('adds the requests for recorded summaries to the recorded cost', () => {
    const simulated = simulation(9, { totals, compactions: [change(2), change(5)] });
    expect(whatIfFigures(recorded, simulated, { lost: 905, misses: 9 })).toEqual([
      { title: 'Cost', recorded: '$22.43', whatIf: '$20.43', change: '−$2.00' },
      { title: 'Compactions', recorded: '4', whatIf: '2', change: '−2' },
      { title: 'Peak', recorded: '167.1k', whatIf: '107.9k', change: '−59.2k' },
      { title: 'Values lost', recorded: '900', whatIf: '905', change: '+5' },
      { title: 'Used-later misses', recorded: '12', whatIf: '9', change: '−3' },
    ]);
  });

  it('omits differences where there are none, and where a side is unknown', () => {
    const { cost: _, losses: __, ...unknown } = recorded;
    const same = simulation(9, {
      totals: { ...totals, peak: 167_127 },
      compactions: [1, 2, 3, 4].map((at) => change(at)),
    });
    expect(whatIfFigures(unknown, same, losses)).toEqual([
      { title: 'Cost', recorded: 'unknown', whatIf: '$20.43' },
      { title: 'Compactions', recorded: '4', whatIf: '4' },
      { title: 'Peak', recorded: '167.1k', whatIf: '167.1k' },
      { title: 'Values lost', recorded: '…', whatIf: '900' },
      { title: 'Used-later misses', recorded: '…', whatIf: '12' },
    ]);
  });

  it('[X1] does not compare a session that ended early: it would look cheap', () => {
    const dead = simulation(9, { totals, deadAt: 3 });
    expect(whatIfFigures(recorded, dead).some((figure) => 'change' in figure)).toBe(false);
  });

  it('says what was added', () => {
    expect(summaryNote({ cost: 0.33, counted: 4, uncounted: 1 })).toBe(
      'The requests that wrote the recorded summaries are not in the file; $0.330 is added for 4 summaries, as predicted. Not included: 1 summary.',
    );
    expect(summaryNote({ cost: 0, counted: 0, uncounted: 1 })).toBe(
      'The cost does not include the request that wrote the recorded summary, which is not in the file.',
    );
    expect(summaryNote({ cost: 0, counted: 0, uncounted: 2 })).toBe(
      'The cost does not include the requests that wrote the recorded summaries, which are not in the file.',
    );
    expect(summaryNote({ cost: 0, counted: 0, uncounted: 0 })).toBeUndefined();
  });
});
