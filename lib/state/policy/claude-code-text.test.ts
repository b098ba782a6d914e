import { expect, it } from 'vitest';
import { claudeCodeSettings } from '../../policies/claude-code/claude-code-environment';
import { fromEnvironment } from '../../policies/claude-code/from-environment';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { environmentText, settingsText } from './claude-code-text';

function changed(policy: Policy, path: string, value: SettingValue): Policy {
  const result = changeSetting(policy, path, value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const edited = changed(
  changed(claudeCode21, 'policy.windowTokens', 150_000),
  'result-budget.limitsByTool.shell',
  20_000,
);
const settings = claudeCodeSettings(edited);

it('writes variables as lines that reproduce the policy', () => {
  expect(environmentText(settings)).toBe('CLAUDE_CODE_AUTO_COMPACT_WINDOW=150000');
  const read = fromEnvironment(environmentText(settings), claudeCode21);
  expect(read.ok && read.value.policy.windowTokens).toBe(150_000);
});

it('writes a settings.json with the variables in it', () => {
  expect(JSON.parse(settingsText(settings))).toEqual({
    env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150000' },
    bashOutputMaxChars: 20_000,
  });
  expect(JSON.parse(settingsText(claudeCodeSettings(claudeCode21)))).toEqual({});
});
