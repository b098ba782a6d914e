import { describe, expect, it } from 'vitest';
import { policies } from '../../policies/index';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { tutorial } from '../../policies/presets/tutorial';
import { changeSetting } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { settingsOf } from '../../policies/shape/settings-of';
import { layerSettings, windowSettings } from './edited-settings';

describe.each(policies)('the settings of $id in the editor', (policy) => {
  const edited = [
    ...windowSettings(policy, policy, 200_000, undefined),
    ...policy.layers.flatMap((layer) => layerSettings(layer, policy)),
  ];

  it('are all settings of the policy except layer switches, each with its value', () => {
    const rows = edited.flatMap(({ path, value }) =>
      typeof value === 'object'
        ? Object.entries(value).map(([name, each]) => [`${path}.${name}`, each] as const)
        : [[path, value] as const],
    );
    const known = settingsOf(policy).filter(({ path }) => !path.endsWith('.isOn') && path !== 'policy.windowTokens');
    expect(new Map(rows.filter(([path]) => path !== 'policy.windowTokens'))).toEqual(
      new Map(known.map(({ path, value }) => [path, value])),
    );
  });

  it("have the preset's values", () => {
    for (const { value, standard } of edited) expect(value).toEqual(standard);
  });
});

it("[W1] show the model's window if none is set, or a larger one", () => {
  const window = (tokens: number) => {
    const set = changeSetting(tutorial, 'policy.windowTokens', tokens);
    const [first] = windowSettings(set.ok ? set.value : tutorial, tutorial, 200_000, undefined);
    return [first?.path, first?.value, first?.standard];
  };
  expect(window(150_000)).toEqual(['policy.windowTokens', 150_000, 200_000]);
  expect(window(500_000)).toEqual(['policy.windowTokens', 200_000, 200_000]);
});

it('[W9] show the thresholds of the version that made the recording', () => {
  const reserve = (version?: string) =>
    windowSettings(asRecorded, asRecorded, 200_000, version).find(({ path }) => path === 'thresholds.reserve')?.value;
  expect([reserve('2.0.0'), reserve('2.1.50'), reserve('2.2.0'), reserve()]).toEqual([
    'whole',
    'capped',
    'none',
    'none',
  ]);
});

it("keep the preset's value beside a changed one", () => {
  const changed = changeSetting(tutorial, 'bands.attention', 60);
  const settings = windowSettings(changed.ok ? changed.value : tutorial, tutorial, 200_000, undefined);
  expect(settings.find(({ path }) => path === 'bands.attention')).toMatchObject({ value: 60, standard: 50 });
});

it('have no default for a band that the standard lacks', () => {
  const own: Policy = { ...claudeCode21, bands: [{ name: 'danger', fromPercent: 90 }] };
  const settings = windowSettings(own, claudeCode21, 200_000, undefined);
  expect(settings.at(-1)).toMatchObject({ path: 'bands.danger', value: 90, standard: 90 });
});
