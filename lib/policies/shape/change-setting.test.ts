import { describe, expect, it } from 'vitest';
import { asRecorded } from '../presets/as-recorded';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { tutorial } from '../presets/tutorial';
import { changeSetting, type SettingValue } from './change-setting';
import type { Policy } from './policy';
import { settingsOf } from './settings-of';

const problem = (path: string, value: SettingValue, policy: Policy = claudeCode21) => {
  const changed = changeSetting(policy, path, value);
  return changed.ok ? 'changed' : changed.error;
};

const settingsAfter = (policy: Policy, path: string, value: SettingValue) => {
  const changed = changeSetting(policy, path, value);
  if (!changed.ok) throw new Error(changed.error);
  return new Map(settingsOf(changed.value).map((setting) => [setting.path, setting.value]));
};

it('changes one setting, and leaves the original policy unchanged', () => {
  const before = JSON.stringify(claudeCode21);
  const after = settingsAfter(claudeCode21, 'full-compact.restoredFiles', 0);
  const changed = settingsOf(claudeCode21).filter(({ path, value }) => after.get(path) !== value);
  expect(changed.map(({ path, value }) => [path, value])).toEqual([['full-compact.restoredFiles', 5]]);
  expect(after.get('full-compact.restoredFiles')).toBe(0);
  expect(JSON.stringify(claudeCode21)).toBe(before);
});

it.each<[string, SettingValue]>([
  ['snip.isOn', true],
  ['full-compact.isOn', false],
  ['result-budget.limitsByTool.shell', 20_000],
  ['result-budget.limitsByTool.shell', 'never'],
  ['result-budget.limitsByTool.mcp__server__read.file', 1_000],
  ['result-budget.limitsByTool.__proto__', 1_000],
  ['thresholds.percent', 50],
  ['thresholds.percent', 0.5],
  ['thresholds.reserve', 'whole'],
  ['thresholds.isAutomatic', false],
  ['policy.windowTokens', 150_000],
  ['policy.maxOutputTokens', 8_000],
  ['policy.counter', 'anchored'],
  ['policy.isReactiveOnly', true],
  ['policy.isDisabled', true],
])('sets %s to %s', (path, value) => {
  expect(settingsAfter(claudeCode21, path, value).get(path)).toBe(value);
});

it('[W9] changes the thresholds of every era', () => {
  const changed = changeSetting(asRecorded, 'thresholds.bufferTokens', 5_000);
  const eras = changed.ok ? changed.value.eras : [];
  expect(eras.map(({ thresholds }) => thresholds.bufferTokens)).toEqual([5_000, 5_000, 5_000]);
  expect(eras.map(({ thresholds }) => thresholds.reserve)).toEqual(['whole', 'capped', 'none']);
  expect(eras.map(({ fromVersion }) => fromVersion)).toEqual(asRecorded.eras.map(({ fromVersion }) => fromVersion));
});

it('[W8] moves a band of a policy with bands', () => {
  const changed = changeSetting(tutorial, 'bands.attention', 60);
  expect(changed.ok && changed.value.bands?.map(({ fromPercent }) => fromPercent)).toEqual([60, 70, 83.5, 90]);
});

describe('reports an error for', () => {
  it.each<[string, string, SettingValue, RegExp]>([
    [
      'a layer',
      'novelty.size',
      1,
      /^unknown layer "novelty"; a setting starts with one of: policy, thresholds, .*snip/,
    ],
    [
      'a setting',
      'full-compact.novelty',
      1,
      /^in layer "full-compact": unknown setting "novelty"; expected one of: isOn/,
    ],
    ['a path that stops at the layer', 'full-compact', 1, /unknown setting ""/],
    [
      'a value above the range',
      'full-compact.restoredFiles',
      1_000,
      /"restoredFiles" is 1000, but must be from 0 to 50 files$/,
    ],
    ['a value that is not a number', 'full-compact.restoredFiles', true, /must be a number from 0 to 50 files$/],
    ['NaN', 'full-compact.restoredFiles', Number.NaN, /"restoredFiles" is NaN, but must be a number/],
    [
      'Infinity',
      'full-compact.restoredFiles',
      Number.POSITIVE_INFINITY,
      /"restoredFiles" is Infinity, but must be from/,
    ],
    ['a layer that is set to a number', 'snip.isOn', 1, /^in layer "snip": "isOn" is 1, but must be true or false$/],
    ['a table', 'result-budget.limitsByTool', 5, /must be a table of numbers by name$/],
    ['an entry of a table', 'result-budget.limitsByTool.shell', 'ever', /for "shell" is "ever", .*or "never"$/],
    [
      'an entry of something that is not a table',
      'full-compact.restoredFiles.shell',
      1,
      /unknown setting "restoredFiles.shell"/,
    ],
    [
      'a threshold',
      'thresholds.novelty',
      1,
      /^in the thresholds: unknown setting "novelty"; expected one of: isAutomatic, reserve/,
    ],
    [
      'a share',
      'thresholds.percent',
      101,
      /^in the thresholds: "percent" is 101, but must be from 0.01 to 100 percent$/,
    ],
    ['a choice', 'thresholds.reserve', 'some', /"reserve" is "some", but must be one of capped, whole, none$/],
    [
      'a setting of the policy',
      'policy.title',
      'Mine',
      /^in the policy: unknown setting "title"; expected one of: windowTokens/,
    ],
    ['a window', 'policy.windowTokens', 999, /"windowTokens" is 999, but must be from 1000 to 10000000 tokens$/],
    [
      'a band of a policy without bands',
      'bands.auto',
      50,
      /^in the bands: unknown setting "auto"; expected one of: none$/,
    ],
  ])('%s', (_, path, value, says) => {
    expect(problem(path, value)).toMatch(says);
  });
});
