import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { readPolicyText, writePolicy } from '../../policies/parse-policy';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { tutorial } from '../../policies/presets/tutorial';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { isSamePolicy, standardOf } from './policy-standard';

function changed(policy: Policy, path: string, value: SettingValue): Policy {
  const result = changeSetting(policy, path, value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('the standard of a policy', () => {
  it('is its preset, even after changes', () => {
    expect(standardOf(changed(tutorial, 'thresholds.percent', 50))).toBe(tutorial);
  });

  it('is the defaults for a custom policy, with its active layers', () => {
    const own = { ...changed(tutorial, 'microcompact-counting.keep', 9), id: 'my-own' };
    const standard = standardOf(own);
    expect(standard.id).toBe('my-own');
    expect(standard.eras[0]?.thresholds.percent).toBe(100);
    const counting = standard.layers.find(({ layer }) => layer === 'microcompact-counting');
    expect(counting).toMatchObject({ isOn: true, settings: { keep: 3, longerThanTokens: 1_000 } });
  });
});

describe('two policies are equal', () => {
  it.each(policies)('if $id was written to a file and read', (policy) => {
    const read = readPolicyText(writePolicy(policy));
    expect(read.ok && isSamePolicy(read.value, policy)).toBe(true);
  });

  it('if one states a default and the other omits it', () => {
    const said = { ...claudeCode21, windowTokens: 10_000_000, isReactiveOnly: false, exemptTools: [], bands: [] };
    expect(isSamePolicy(said, claudeCode21)).toBe(true);
  });

  it.each<[string, SettingValue]>([
    ['policy.windowTokens', 150_000],
    ['thresholds.bufferTokens', 5_000],
    ['snip.isOn', true],
    ['snip.targetShare', 0.3],
    ['result-budget.limitsByTool.web', 'never'],
    ['bands.attention', 51],
  ])('but not if %s differs', (path, value) => {
    expect(isSamePolicy(changed(tutorial, path, value), tutorial)).toBe(false);
  });

  it('but not if a tool is exempt', () => {
    expect(isSamePolicy({ ...claudeCode21, exemptTools: ['Read'] }, claudeCode21)).toBe(false);
  });
});
