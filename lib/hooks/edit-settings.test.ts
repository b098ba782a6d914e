import { expect, it, test } from 'vitest';
import { settingsExamples, withPermission, withSettings } from './edit-settings';
import { parseSettings } from './hook-settings';

const rulesOf = (text: string) =>
  parseSettings(text, 'session').rules.map(({ effect, text: rule }) => `${effect} ${rule}`);
const changed = (text: string, tool: string, effect: 'allow' | 'ask' | 'deny' | undefined) => {
  const result = withPermission(text, tool, effect);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

test('[H1] a permission of a tool is set, changed and removed; rules with patterns stay', () => {
  const first = changed('', 'Bash', 'ask');
  expect(rulesOf(first)).toEqual(['ask Bash']);
  const second = changed(changed(first, 'Write', 'deny'), 'Bash', 'deny');
  expect(rulesOf(second)).toEqual(['deny Write', 'deny Bash']);
  expect(changed(changed(second, 'Write', undefined), 'Bash', undefined)).toBe('');
  const patterns = JSON.stringify({ permissions: { deny: ['Bash(rm *)'] }, hooks: {} });
  expect(rulesOf(changed(patterns, 'Bash', 'allow'))).toEqual(['allow Bash', 'deny Bash(rm *)']);
  expect(withPermission('{', 'Bash', 'ask').ok).toBe(false);
});

it('adds every example to any settings, without a problem', () => {
  let text = '';
  for (const { settings } of settingsExamples) {
    const alone = withSettings('', settings);
    expect(alone.ok && parseSettings(alone.value, 'session').problems).toEqual([]);
    const all = withSettings(text, settings);
    if (all.ok) text = all.value;
  }
  const { hooks, rules, problems } = parseSettings(text, 'session');
  expect([hooks.length, rules.length, problems]).toEqual([5, 3, []]);
});
