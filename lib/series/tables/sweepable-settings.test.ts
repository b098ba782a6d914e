import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { tutorial } from '../../policies/presets/tutorial';
import { changeSetting } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { settingsOf } from '../../policies/shape/settings-of';
import { findSettings, sweepableSettings } from './sweepable-settings';

const place = { window: 200_000, version: undefined };
const groups = sweepableSettings(claudeCode21, place);
const all = groups.flatMap(({ settings }) => settings);

describe('the settings that can be swept', () => {
  it('[F1] include the texts of hooks, if the policy has any', () => {
    const hooks = { instructions: 'Name every file.', results: ['Use tabs.'] };
    const [ofHooks] = sweepableSettings({ ...claudeCode21, hooks }, place).filter(({ title }) => title === 'Hooks');
    expect(ofHooks?.settings.map(({ path, value, range }) => [path, value, range.max])).toEqual([
      ['hooks.texts', 2, 2],
    ]);
    const changed = (texts: number) => {
      const policy = changeSetting({ ...claudeCode21, hooks }, 'hooks.texts', texts);
      return policy.ok ? policy.value.hooks : policy.error;
    };
    expect([0, 1, 2].map(changed)).toEqual([undefined, { instructions: 'Name every file.' }, hooks]);
    expect(changed(3)).toMatch(/^in the hooks:/);
  });

  it('are all numbers, and entries of tables', () => {
    const numbers = settingsOf(claudeCode21).filter(({ spec }) => spec.type === 'number' || spec.type === 'table');
    expect(all.map(({ path }) => path)).toEqual(numbers.map(({ path }) => path));
    expect(all.find(({ path }) => path === 'result-budget.limitsByTool.shell')?.value).toBe(30_000);
    expect(all.find(({ path }) => path === 'result-budget.limitsByTool.read')?.value).toBeUndefined();
  });

  it('are grouped under the title of their layer, which says if it is off, without repeating it', () => {
    const snip = groups.find(({ title }) => title === 'Snip');
    expect([snip?.isOff, snip?.settings.map(({ title }) => title)]).toEqual([true, ['Starts at', 'Stops at']]);
    expect(groups.find(({ title }) => title === 'Full compaction')?.isOff).toBe(false);
    expect(sweepableSettings(tutorial, place).map(({ title }) => title)).toContain('Bands');
  });

  const valueAt = (policy: Policy, version: string | undefined, path: string) =>
    sweepableSettings(policy, { ...place, version })
      .flatMap(({ settings }) => settings)
      .find((setting) => setting.path === path)?.value;

  it('[W9] have the thresholds of the version that made the recording', () => {
    const versions = ['2.1.50', '2.1.90', undefined];
    expect(versions.map((version) => valueAt(asRecorded, version, 'thresholds.bufferTokens'))).toEqual([13_000, 0, 0]);
  });

  it('[W1] have the effective window, not the number that means none', () => {
    expect(valueAt(asRecorded, undefined, 'policy.windowTokens')).toBe(200_000);
    expect(valueAt({ ...asRecorded, windowTokens: 150_000 }, undefined, 'policy.windowTokens')).toBe(150_000);
  });
});

describe('searching the settings', () => {
  const found = (text: string) =>
    findSettings(groups, text).flatMap(({ settings }) => settings.map(({ path }) => path));

  it('finds all words in group title, setting title or path', () => {
    expect(found('SNIP starts')).toEqual(['snip.triggerShare']);
    expect(found('buffertokens')).toEqual(['thresholds.bufferTokens', 'thresholds.largeBufferTokens']);
    expect(found('snip files')).toEqual([]);
  });

  it('finds everything for an empty search', () => {
    expect(found(' ')).toEqual(all.map(({ path }) => path));
  });
});
