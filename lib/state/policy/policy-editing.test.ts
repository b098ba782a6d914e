import { describe, expect, it } from 'vitest';
import type { SettingSpec } from '../../layers/shape/setting';
import { policies } from '../../policies/index';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { type EditedValue, layerSettings, windowSettings } from './edited-settings';
import { resetSetting, withExemptTool, withoutRow } from './policy-editing';
import { isSamePolicy } from './policy-standard';

function changed(policy: Policy, path: string, value: SettingValue): Policy {
  const result = changeSetting(policy, path, value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function another(spec: SettingSpec, value: EditedValue): SettingValue {
  switch (spec.type) {
    case 'switch':
      return value !== true;
    case 'choice':
      return Object.keys(spec.options).find((word) => word !== value) ?? '';
    default:
      return value === spec.min ? spec.max : spec.min;
  }
}

const LIMITS = 'result-budget.limitsByTool';

function limitsOf(policy: Policy): unknown {
  const values = policy.layers.map((layer) => layerSettings(layer, policy).find(({ path }) => path === LIMITS)?.value);
  return values.find((value) => value !== undefined);
}

describe.each(policies)('resetting a setting of $id', (preset) => {
  const settings = [
    ...windowSettings(preset, preset, 200_000, undefined),
    ...preset.layers.flatMap((layer) => layerSettings(layer, preset)),
  ];

  it.each(settings)('undoes a change of $path, and nothing else', ({ path, spec, value }) => {
    const place = spec.type === 'table' ? `${path}.some.tool` : path;
    const edited = changed(preset, place, another(spec, value));
    expect(isSamePolicy(edited, preset)).toBe(false);
    expect(isSamePolicy(resetSetting(edited, path, preset), preset)).toBe(true);
    const both = { ...edited, exemptTools: ['Read'] };
    expect(resetSetting(both, path, preset).exemptTools).toEqual(['Read']);
  });
});

it('[W1] leaves no window if the preset sets none', () => {
  const edited = changed(claudeCode21, 'policy.windowTokens', 150_000);
  expect(resetSetting(edited, 'policy.windowTokens', claudeCode21)).toEqual(claudeCode21);
});

it('[W9] resets a threshold in every era to its value there', () => {
  const edited = changed(asRecorded, 'thresholds.bufferTokens', 5_000);
  const { eras } = resetSetting(edited, 'thresholds.bufferTokens', asRecorded);
  expect(eras.map(({ thresholds }) => thresholds.bufferTokens)).toEqual([13_000, 13_000, 0]);
});

describe('a table', () => {
  it('[B1] loses one row, whose name may contain dots, and no other', () => {
    const three = changed(claudeCode21, `${LIMITS}.mcp__a.b`, 1_000);
    expect(limitsOf(three)).toEqual({ read: 'never', shell: 30_000, 'mcp__a.b': 1_000 });
    expect(limitsOf(withoutRow(three, LIMITS, 'mcp__a.b'))).toEqual({ read: 'never', shell: 30_000 });
    expect(limitsOf(withoutRow(three, LIMITS, 'shell'))).toEqual({ read: 'never', 'mcp__a.b': 1_000 });
    expect(limitsOf(three)).toHaveProperty(['mcp__a.b']);
    expect(withoutRow(three, LIMITS, 'mcp__a.b')).toEqual(claudeCode21);
  });

  it('[B1] has its rows again after a reset, including removed ones', () => {
    const one = changed(withoutRow(claudeCode21, LIMITS, 'read'), `${LIMITS}.web`, 5_000);
    expect(limitsOf(resetSetting(one, LIMITS, claudeCode21))).toEqual({ read: 'never', shell: 30_000 });
  });
});

describe('[M1] exempt tools', () => {
  it('are added once and removed', () => {
    const one = withExemptTool(withExemptTool(claudeCode21, 'Read', true), 'Read', true);
    expect(one.exemptTools).toEqual(['Read']);
    expect(withExemptTool(withExemptTool(one, 'Bash', true), 'Read', false).exemptTools).toEqual(['Bash']);
  });

  it('leave the policy as it was when the last one is removed', () => {
    expect(withExemptTool(withExemptTool(claudeCode21, 'Read', true), 'Read', false)).toEqual(claudeCode21);
  });
});
