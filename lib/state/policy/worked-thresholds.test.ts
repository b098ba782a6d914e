import { expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { tutorial } from '../../policies/presets/tutorial';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { workedThresholds } from './worked-thresholds';

function lines(policy: Policy, window = 200_000, version?: string): readonly string[] {
  return workedThresholds(policy, { window }, version).map(
    ({ title, tokens, because, isOff }) => `${title} ${tokens} = ${because}${isOff ? ' (off)' : ''}`,
  );
}

function withSettings(policy: Policy, changes: Readonly<Record<string, SettingValue>>): Policy {
  return Object.entries(changes).reduce((before, [path, value]) => {
    const changed = changeSetting(before, path, value);
    if (!changed.ok) throw new Error(changed.error);
    return changed.value;
  }, policy);
}

it('[W1] [W2] [W3] [W4] [W5] fills in the formula', () => {
  expect(lines(claudeCode21)).toEqual([
    "Window 200000 = the model's",
    'Effective 180000 = 200,000 − 20,000',
    'Auto 167000 = 180,000 − 13,000',
    'Warning 147000 = 167,000 − 20,000',
    'Error 147000 = 167,000 − 20,000',
    'Blocking 177000 = 180,000 − 3,000',
  ]);
});

it('[W1] says where a configured window comes from', () => {
  const set = withSettings(claudeCode21, { 'policy.windowTokens': 150_000 });
  expect(lines(set)[0]).toBe('Window 150000 = set, of 200,000');
  expect(lines(set, 100_000)[0]).toBe("Window 100000 = the model's");
});

it('[W3] names the share only if it decides', () => {
  const auto = (percent: number) => lines(withSettings(claudeCode21, { 'thresholds.percent': percent }))[2];
  expect(auto(50)).toBe('Auto 90000 = 50 % of 180,000');
  expect(auto(95)).toBe('Auto 167000 = 180,000 − 13,000');
  expect(lines(tutorial).slice(1, 3)).toEqual(['Effective 200000 = whole window', 'Auto 167000 = 83.5 % of 200,000']);
});

it('[W4] bases the warning on the effective window without automatic compaction', () => {
  const off = lines(withSettings(claudeCode21, { 'thresholds.isAutomatic': false }));
  expect(off.slice(2, 4)).toEqual(['Auto 167000 = off (off)', 'Warning 160000 = 180,000 − 20,000']);
});

it('says if less is left than would be subtracted', () => {
  expect(lines(withSettings(claudeCode21, { 'thresholds.bufferTokens': 190_000 })).slice(2, 4)).toEqual([
    'Auto 0 = 180,000 − 190,000 < 0',
    'Warning 0 = 0 − 20,000 < 0',
  ]);
  expect(lines(withSettings(claudeCode21, { 'thresholds.bufferTokens': 0 }))[2]).toBe('Auto 180000 = 180,000');
});

it('[W5] shows which formula a blocking limit overrides', () => {
  const set = withSettings(claudeCode21, { 'thresholds.blockingLimitTokens': 150_000 });
  expect(lines(set)[5]).toBe('Blocking 150000 = set, overrides 180,000 − 3,000');
});

it('[W9] uses the version that made the recording', () => {
  const auto = (version?: string) => lines(asRecorded, 200_000, version)[2];
  expect(auto('2.0.76')).toBe('Auto 155000 = 168,000 − 13,000');
  expect(auto('2.1.50')).toBe('Auto 167000 = 180,000 − 13,000');
  expect(auto()).toBe('Auto 200000 = 200,000');
});
