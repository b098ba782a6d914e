import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crush } from '../agents/crush';
import { roo } from '../agents/roo';
import { policies } from '../index';
import { claudeCode20 } from '../presets/claude-code-2-0';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { teachingV5 } from '../presets/teaching-v5';
import { percentLeft, reachesAuto, type ThresholdRule, thresholdsOf } from './thresholds';

const rule = (policy: { readonly eras: readonly { readonly thresholds: ThresholdRule }[] }): ThresholdRule => {
  const [era] = policy.eras;
  if (era === undefined) throw new Error('a policy has at least one era');
  return era.thresholds;
};
const formula = rule(claudeCode21);

describe('thresholds', () => {
  it('[W2] [W3] [W4] [W5] match the worked example of a window of 200,000 and an output of 32,000', () => {
    expect(thresholdsOf(formula, 200_000, 32_000)).toMatchObject({
      window: 200_000,
      effective: 180_000,
      auto: 167_000,
      warning: 147_000,
      error: 147_000,
      blocking: 177_000,
    });
  });

  it('[W2] [W3] reserve no more than the output limit of the model', () => {
    expect(thresholdsOf(formula, 200_000, 16_384)).toMatchObject({ effective: 183_616, auto: 170_616 });
  });

  it('[W2] [W3] match the worked example of a window of a million', () => {
    expect(thresholdsOf(formula, 1_000_000, 32_000)).toMatchObject({ effective: 980_000, auto: 967_000 });
  });

  it('[W3] apply a percent override only if it is lower', () => {
    expect(thresholdsOf({ ...formula, percent: 50 }, 200_000, 32_000).auto).toBe(90_000);
    expect(thresholdsOf({ ...formula, percent: 95 }, 200_000, 32_000).auto).toBe(167_000);
    expect(thresholdsOf({ ...formula, percent: 33 }, 183_619, 32_000).auto).toBe(Math.floor((163_619 * 33) / 100));
  });

  it('[W3] take a share of the whole window before what is reserved', () => {
    expect(thresholdsOf(rule(roo), 200_000, 8_192)).toMatchObject({ auto: 171_808, isAutoAbove: true });
    expect(thresholdsOf({ ...rule(roo), percentOf: 'effective' }, 200_000, 8_192).auto).toBe(172_627);
  });

  it('[W3] leave 20,000 of a window above 200,000, and a fifth of a smaller one, as Crush does', () => {
    expect(thresholdsOf(rule(crush), 128_000, 32_000).auto).toBe(102_400);
    expect(thresholdsOf(rule(crush), 200_000, 32_000).auto).toBe(160_000);
    expect(thresholdsOf(rule(crush), 200_001, 32_000).auto).toBe(180_001);
    expect(thresholdsOf(rule(crush), 272_000, 32_000).auto).toBe(252_000);
  });

  it('[W4] base the warning on the effective window without automatic compaction', () => {
    const lines = thresholdsOf({ ...formula, isAutomatic: false }, 200_000, 32_000);
    expect(lines).toMatchObject({ warning: 160_000, error: 160_000 });
  });

  it('[W4] may warn before an error', () => {
    const lines = thresholdsOf({ ...formula, warningTokens: 40_000 }, 200_000, 32_000);
    expect(lines).toMatchObject({ warning: 127_000, error: 147_000 });
  });

  it.each([
    ['[W9] reserved the whole output limit in the first era', claudeCode20, 155_000, 155_031],
    ['[W9] reserved no more than the cap in the second', claudeCode21, 167_000, 167_038],
  ] as const)('%s', (_, policy, auto, smallestRecorded) => {
    const lines = thresholdsOf(rule(policy), 200_000, 32_000);
    expect(lines.auto).toBe(auto);
    expect(reachesAuto(smallestRecorded, lines.auto, lines)).toBe(true);
    expect(reachesAuto(auto - 1, lines.auto, lines)).toBe(false);
  });

  it('[W5] use the configured blocking limit instead of the formula', () => {
    expect(thresholdsOf({ ...formula, blockingLimitTokens: 150_000 }, 200_000, 32_000).blocking).toBe(150_000);
    expect(thresholdsOf({ ...formula, blockingLimitTokens: 0 }, 200_000, 32_000).blocking).toBe(177_000);
  });

  it('[W3] [W7] are 170,616 for the teaching agent, which compacts only above it', () => {
    const lines = thresholdsOf(rule(teachingV5), 200_000, teachingV5.maxOutputTokens);
    expect(lines).toMatchObject({ effective: 183_616, auto: 170_616, isAutoAbove: true });
    expect([170_616, 170_616.5].map((used) => reachesAuto(used, lines.auto, lines))).toEqual([false, true]);
    expect(thresholdsOf(formula, 200_000, 32_000)).not.toHaveProperty('isAutoAbove');
  });

  it('[X1] leave the output limit free, or nothing if the agent requests less', () => {
    expect(thresholdsOf({ ...formula, leavesFree: 'output' }, 200_000, 32_000).fits).toBe(168_000);
    expect(thresholdsOf({ ...formula, leavesFree: 'nothing' }, 200_000, 32_000).fits).toBe(200_000);
  });

  it('are never negative, however small the window', () => {
    const { isAutomatic: _, ...lines } = thresholdsOf({ ...formula, leavesFree: 'output' }, 10_000, 32_000);
    expect(lines).toEqual({ window: 10_000, effective: 0, auto: 0, warning: 0, error: 0, blocking: 0, fits: 0 });
  });

  it.each(policies)(
    'of $id are numbers from zero to the window, whatever the window and the output limit',
    (policy) => {
      const sizes = fc.double({ min: 1, max: 10_000_000, noNaN: true });
      fc.assert(
        fc.property(sizes, sizes, (window, output) => {
          const {
            isAutomatic: _,
            isAutoAbove: __,
            atMessages: ___,
            ...lines
          } = thresholdsOf(rule(policy), window, output);
          for (const line of Object.values(lines)) expect(line >= 0 && line <= window).toBe(true);
        }),
      );
    },
  );
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
