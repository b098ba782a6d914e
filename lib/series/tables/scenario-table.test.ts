import { describe, expect, it } from 'vitest';
import { noCosts } from '../../economics/cost';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { readingSession } from '../../simulator/replay/reading-session.test-support';
import { replay } from '../../simulator/replay/replay';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { measures } from './outcome-measures';
import { scenarioTable } from './scenario-table';

const material = replayMaterial(transcriptFromText(readingSession(40)));
const simulate = (policy: Policy) => replay(material, policy, assumed());
const present = { name: 'present', simulation: simulate(claudeCode21) };
const dead = { name: 'A', simulation: simulate(none) };
const smaller = { name: 'C', simulation: simulate({ ...claudeCode21, windowTokens: 150_000 }) };
const same = { name: 'B', simulation: simulate(claudeCode21) };

const cellOf = (rows: ReturnType<typeof scenarioTable>, id: string, name: string) =>
  rows.find((row) => row.id === id)?.cells.find((cell) => cell.name === name);

describe('the table of scenarios', () => {
  const rows = scenarioTable([present, dead, same, smaller], 'present');

  it('has the values of the baseline without differences', () => {
    expect(
      rows.flatMap(({ cells }) => cells.filter(({ name }) => name === 'present')).some((cell) => 'difference' in cell),
    ).toBe(false);
    expect(cellOf(rows, 'model-calls', 'present')).toEqual({
      name: 'present',
      value: String(present.simulation.totals.modelCalls),
      words: String(present.simulation.totals.modelCalls),
    });
  });

  it('has the others with their differences, signed and in words', () => {
    const [few, many] = [present.simulation.compactions.length, smaller.simulation.compactions.length];
    expect(cellOf(rows, 'compactions', 'C')).toEqual({
      name: 'C',
      value: `${many}`,
      difference: `+${many - few}`,
      words: `${many}, ${many - few} more`,
    });
    expect(cellOf(scenarioTable([present, smaller], 'C'), 'compactions', 'present')).toMatchObject({
      difference: `−${many - few}`,
      words: `${few}, ${many - few} fewer`,
    });
  });

  it('[X1] does not compare a run that ended early', () => {
    const { deadAt = Number.NaN, totals } = dead.simulation;
    expect(cellOf(rows, 'model-calls', 'A')).toEqual({
      name: 'A',
      value: `${totals.modelCalls}`,
      words: `${totals.modelCalls}, dead from call ${deadAt + 1}`,
    });
    expect(cellOf(scenarioTable([present, dead], 'A'), 'model-calls', 'present')).not.toHaveProperty('difference');
  });

  it('says where there is no difference', () => {
    expect(cellOf(rows, 'compactions', 'B')).toMatchObject({
      difference: '=',
      words: expect.stringMatching(/, no change$/),
    });
  });

  it('[X1] shows the call at which a session is dead, and only then', () => {
    const { deadAt = Number.NaN } = dead.simulation;
    expect(cellOf(rows, 'dead-at', 'A')).toEqual({ name: 'A', value: `${deadAt + 1}`, words: `${deadAt + 1}` });
    expect(cellOf(rows, 'dead-at', 'present')).toEqual({ name: 'present', value: '–', words: 'never' });
    expect(scenarioTable([present, same], 'present').map(({ id }) => id)).not.toContain('dead-at');
  });

  it('has no cost if prices are unknown', () => {
    expect(rows.map(({ id }) => id)).toEqual(['compactions', 'model-calls', 'peak', 'sent', 'cache-share', 'dead-at']);
  });
});

describe('a measure', () => {
  it('has differences in its own unit', () => {
    const told = ([id, by]: readonly [keyof typeof measures, number]) => Object.values(measures[id].difference(by));
    expect(
      (
        [
          ['sent', 12_100],
          ['cost', -0.5],
          ['cache-share', 0.042],
          ['dead-at', -1],
          ['peak', 0],
        ] as const
      ).map(told),
    ).toEqual([
      ['+12.1k', '12,100 tokens more'],
      ['−$0.500', '$0.500 less'],
      ['+4.2', '4.2 percentage points more'],
      ['−1', '1 call earlier'],
      ['=', 'no change'],
    ]);
  });

  it('[E2] has a cost only if all of it is known', () => {
    const costOf = (cost: typeof noCosts) =>
      measures.cost.of({ compactions: 0, totals: { ...present.simulation.totals, cost } });
    expect(costOf(noCosts)).toBeUndefined();
    expect(costOf({ dollars: 2, known: 3, unknown: 1 })).toBeUndefined();
    expect(costOf({ dollars: 2, known: 3, unknown: 0 })).toBe(2);
  });
});
