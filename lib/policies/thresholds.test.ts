import { describe, expect, it } from 'vitest';
import { claudeCode20 } from './claude-code-2-0';
import { claudeCode21 } from './claude-code-2-1';
import { percentLeft, type ThresholdRule, thresholdsOf } from './thresholds';

const rule = (policy: { readonly eras: readonly { readonly thresholds: ThresholdRule }[] }): ThresholdRule => {
  const [era] = policy.eras;
  if (era === undefined) throw new Error('a policy has at least one era');
  return era.thresholds;
};
const formula = rule(claudeCode21);

describe('thresholds', () => {
  it('[W2] [W3] [W4] [W5] are the worked ones of a window of 200,000 and an output of 32,000', () => {
    const lines = { window: 200_000, effective: 180_000, auto: 167_000, warning: 147_000, blocking: 177_000 };
    expect(thresholdsOf(formula, 200_000, 32_000)).toMatchObject(lines);
  });

  it('[W2] [W3] reserve no more than the output limit of the model', () => {
    expect(thresholdsOf(formula, 200_000, 16_384)).toMatchObject({ effective: 183_616, auto: 170_616 });
  });

  it('[W2] [W3] are the worked ones of a window of a million', () => {
    expect(thresholdsOf(formula, 1_000_000, 32_000)).toMatchObject({ effective: 980_000, auto: 967_000 });
  });

  it('[W3] a percent override takes effect only where it is lower', () => {
    expect(thresholdsOf({ ...formula, percent: 50 }, 200_000, 32_000).auto).toBe(90_000);
    expect(thresholdsOf({ ...formula, percent: 95 }, 200_000, 32_000).auto).toBe(167_000);
    expect(thresholdsOf({ ...formula, percent: 33 }, 183_619, 32_000).auto).toBe(Math.floor((163_619 * 33) / 100));
  });

  it('[W4] hang the warning on the effective window where compaction is not automatic', () => {
    expect(thresholdsOf({ ...formula, isAutomatic: false }, 200_000, 32_000).warning).toBe(160_000);
  });

  it('[W9] reserved the whole output limit in the first era', () => {
    expect(thresholdsOf(rule(claudeCode20), 200_000, 32_000).auto).toBe(155_000);
  });

  it('[X1] leave the output limit free, or nothing where the agent asks for less', () => {
    expect(thresholdsOf({ ...formula, leavesFree: 'output' }, 200_000, 32_000).fits).toBe(168_000);
    expect(thresholdsOf({ ...formula, leavesFree: 'nothing' }, 200_000, 32_000).fits).toBe(200_000);
  });

  it('are never below zero, however small the window', () => {
    const lines = thresholdsOf({ ...formula, leavesFree: 'output' }, 10_000, 32_000);
    expect(lines).toEqual({ window: 10_000, effective: 0, auto: 0, warning: 0, blocking: 0, fits: 0 });
  });
});

it.each([
  [0, 167_000, 100],
  [83_500, 167_000, 50],
  [167_000, 167_000, 0],
  [170_000, 167_000, 0],
  [10, 0, 0],
])('[W6] %i used of a threshold of %i leave %i percent', (used, threshold, percent) => {
  expect(percentLeft(used, threshold)).toBe(percent);
});
