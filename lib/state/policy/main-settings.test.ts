import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changeSetting } from '../../policies/shape/change-setting';
import { settingsOf } from '../../policies/shape/settings-of';
import { layerSettings, windowSettings } from './edited-settings';
import { mainSettings, whatIfPaths } from './main-settings';

const cards = (policy = claudeCode21) => [
  windowSettings(policy, claudeCode21, 200_000, undefined),
  ...policy.layers.map((layer) => layerSettings(layer, claudeCode21)),
];

describe('the main settings', () => {
  it('are one to four of each card', () => {
    for (const settings of cards()) {
      const { main } = mainSettings(settings);
      expect(main.length).toBeGreaterThan(0);
      expect(main.length).toBeLessThanOrEqual(4);
    }
  });

  it('leave out how many of the others were changed', () => {
    const changed = changeSetting(claudeCode21, 'thresholds.bufferTokens', 20_000);
    if (!changed.ok) throw new Error(changed.error);
    const [window = []] = cards(changed.value);
    expect(mainSettings(window)).toMatchObject({ othersChanged: 1 });
    expect(mainSettings(window).main.map(({ path }) => path)).toEqual(['policy.windowTokens', 'thresholds.percent']);
    const percent = changeSetting(claudeCode21, 'thresholds.percent', 60);
    const [other = []] = cards(percent.ok ? percent.value : undefined);
    expect(mainSettings(other).othersChanged).toBe(0);
  });
});

it.each(policies)('“what if” can change $id', (policy) => {
  const known = new Map(settingsOf(policy).map(({ path, spec }) => [path, spec.type]));
  expect(Object.values(whatIfPaths).map((path) => known.get(path))).toEqual(['number', 'number', 'number', 'switch']);
  for (const path of [whatIfPaths.window, whatIfPaths.compactAtPercent, whatIfPaths.keepLastRounds]) {
    const changed = changeSetting(policy, path, path === whatIfPaths.window ? 100_000 : 10);
    expect(changed.ok).toBe(true);
  }
});
