import { describe, expect, it } from 'vitest';
import { optional } from '../../base/optional';
import { policies, policyById } from '../index';
import { asRecorded } from '../presets/as-recorded';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { compareVersions, eraOf, type Policy, policyThresholds, windowFor } from './policy';
import { thresholdsOf } from './thresholds';

it.each([
  ['2.1.9', '2.1.20', -1],
  ['2.1.20', '2.1.20', 0],
  ['2.2', '2.1.99', 1],
  ['2.1', '2.1.0', 0],
])('compares the versions %s and %s numerically: %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});

it.each([
  [undefined, 200_000, 200_000],
  [150_000, 200_000, 150_000],
  [500_000, 200_000, 200_000],
])('[W1] a window of %s in the policy, for a model of %i, is %i', (set, model, window) => {
  expect(windowFor(optional('windowTokens', set), model)).toBe(window);
});

it('[G1] [W4] if compaction is turned off, automatic compaction is too, and the warning depends on the effective window', () => {
  const lines = (policy: Policy) =>
    policyThresholds(policy, eraOf(policy, undefined).thresholds, { window: 1_000_000 });
  expect(lines({ ...claudeCode21, windowTokens: 200_000 })).toMatchObject({ isAutomatic: true, warning: 147_000 });
  expect(lines({ ...claudeCode21, windowTokens: 200_000, isDisabled: true })).toMatchObject({
    isAutomatic: false,
    warning: 160_000,
  });
});

describe('as-recorded', () => {
  const autoOf = (version: string | undefined) =>
    thresholdsOf(eraOf(asRecorded, version).thresholds, 200_000, asRecorded.maxOutputTokens).auto;

  it.each([
    ['2.0.76', 155_000],
    ['2.1.20', 155_000],
    ['2.1.21', 167_000],
    ['2.1.25', 167_000],
    ['2.1.81', 167_000],
    ['2.1.82', 200_000],
    ['2.1.219', 200_000],
    [undefined, 200_000],
  ])('[W9] uses the threshold of the version %s', (version, auto) => expect(autoOf(version)).toBe(auto));
});

it('[W3] claude-code-public has exactly the public settings of Claude Code 2.1', () => {
  const preset = policyById('claude-code-public');
  const on = preset?.layers.flatMap(({ layer, isOn }) => (isOn ? [layer] : []));
  expect(on).toEqual(['microcompact-time', 'session-memory', 'full-compact', 'note-extraction']);
  expect(preset?.eras).toEqual(claudeCode21.eras);
  expect(preset && policyThresholds(preset, eraOf(preset, undefined).thresholds, { window: 200_000 }).auto).toBe(
    167_000,
  );
  expect(preset?.sources.some((source) => /reconstruction/i.test(source))).toBe(true);
});

it('every policy has a unique id, names its sources and lists its eras in order', () => {
  expect(new Set(policies.map(({ id }) => id)).size).toBe(policies.length);
  for (const { id, eras, sources } of policies) {
    expect(id).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
    expect(sources.length).toBeGreaterThan(0);
    const [first, ...later] = eras.map(({ fromVersion }) => fromVersion);
    expect(first).toBeUndefined();
    for (let era = 1; era < later.length; era++) {
      expect(compareVersions(later[era - 1] ?? '', later[era] ?? '')).toBeLessThan(0);
    }
  }
});
