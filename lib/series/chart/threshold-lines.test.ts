import { describe, expect, it } from 'vitest';
import { simulation } from './simulation.test-support';
import { lineSteps, thresholdLines } from './threshold-lines';

const run = simulation(4, { threshold: Float64Array.of(155_000, 155_000, 167_000, 0), deadAt: 3 });
const auto = (call: number) => thresholdLines(run, 0, call).find(({ name }) => name === 'auto')?.tokens;

describe('the lines', () => {
  it('[W2] [W3] [W4] [W5] match the policy', () => {
    expect(thresholdLines(run, 1, 2).map(({ name, tokens }) => `${name} ${tokens}`)).toEqual([
      'window 200000',
      'effective 180000',
      'blocking 177000',
      'auto 167000',
      'warning 147000',
    ]);
  });

  it('[W9] use the threshold of the call, and after a dead call that of the last call', () => {
    expect([0, 1, 2, 3].map(auto)).toEqual([155_000, 155_000, 167_000, 167_000]);
  });

  it('are those of the policy at the call, each with its steps', () => {
    const { thresholds } = run;
    const before = { ...thresholds, window: 100_000, effective: 80_000, isAutomatic: false };
    const changed = {
      ...run,
      steps: [
        { from: 0, thresholds: before },
        { from: 2, thresholds },
      ],
    };
    const linesAt = (call: number) => thresholdLines(changed, 1, call).map(({ name, tokens }) => `${name} ${tokens}`);
    expect(linesAt(1)).toEqual(['window 100000', 'effective 80000', 'blocking 177000', 'warning 147000']);
    expect(linesAt(2)).toEqual(thresholdLines(run, 1, 2).map(({ name, tokens }) => `${name} ${tokens}`));
    expect(lineSteps(changed, 'window')).toEqual([
      { from: 0, tokens: 100_000 },
      { from: 2, tokens: 200_000 },
    ]);
    expect(lineSteps(changed, 'auto')).toEqual([
      { from: 0, tokens: Number.NaN },
      { from: 2, tokens: 167_000 },
    ]);
    expect(lineSteps(changed, 'warning')).toBeUndefined();
    expect(lineSteps(run, 'window')).toBeUndefined();
  });

  it('have no threshold without automatic compaction', () => {
    const byHand = { ...run, thresholds: { ...run.thresholds, isAutomatic: false } };
    expect(thresholdLines(byHand, 1, 2).map(({ name }) => name)).not.toContain('auto');
  });

  it('are only the window beside a recording whose rules are unknown', () => {
    const recorded = { ...run, mode: 'recorded' as const };
    const unknown = { ...recorded, thresholds: { ...run.thresholds, isAutomatic: false } };
    expect(thresholdLines(unknown, 258_400, 2)).toEqual([{ name: 'window', tokens: 258_400 }]);
    expect(thresholdLines(recorded, 1, 2)).toHaveLength(5);
  });

  it('are only the recorded window if there is no simulation', () => {
    expect(thresholdLines(undefined, 128_000, 2)).toEqual([{ name: 'window', tokens: 128_000 }]);
  });
});
