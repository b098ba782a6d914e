import { layers } from '../../layers/index';
import type { AnySpec, NumberTable, SettingSpec } from '../../layers/shape/setting';
import { bandSetting } from './band';
import type { SettingValue } from './change-setting';
import { hookTexts } from './hook-texts';
import { eraOf, type Policy, type PolicyLayer } from './policy';
import { layerSwitch } from './policy-layer';
import { ownSettings, policySettings } from './policy-settings';
import { thresholdSettings } from './threshold-settings';

/** A setting of a policy, with its path for `changeSetting`. */
export interface NamedSetting {
  readonly path: string;
  readonly title: string;
  /** Each entry of a table has the spec of the table. */
  readonly spec: SettingSpec;
  readonly value: SettingValue;
}

/** All settings, including those of layers that are off. Of several eras, the latest is used. */
export function settingsOf(policy: Policy): readonly NamedSetting[] {
  const { bands = [] } = policy;
  return [
    ...named('policy', '', policySettings, ownSettings(policy)),
    ...named('thresholds', '', thresholdSettings, { ...eraOf(policy, undefined).thresholds }),
    ...bands.map(({ name, fromPercent }) => ({
      path: `bands.${name}`,
      title: `Band: ${name}`,
      spec: bandSetting,
      value: fromPercent,
    })),
    ...ofHooks(policy),
    ...policy.layers.flatMap(ofLayer),
  ];
}

function ofHooks(policy: Policy): readonly NamedSetting[] {
  const texts = hookTexts(policy);
  return texts === undefined ? [] : [{ path: 'hooks.texts', title: texts.spec.title, ...texts }];
}

function ofLayer({ layer, isOn, settings }: PolicyLayer): readonly NamedSetting[] {
  const { title, settings: specs } = layers[layer];
  return [
    { path: `${layer}.isOn`, title, spec: layerSwitch, value: isOn },
    ...named(layer, `${title}: `, specs, { ...settings }),
  ];
}

type Values = Readonly<Record<string, SettingValue | NumberTable | undefined>>;

function named(group: string, before: string, specs: AnySpec, values: Values): readonly NamedSetting[] {
  return Object.entries(specs).flatMap(([name, spec]): readonly NamedSetting[] => {
    const path = `${group}.${name}`;
    const title = `${before}${spec.title}`;
    const value = values[name] ?? spec.default;
    if (typeof value !== 'object') return [{ path, title, spec, value }];
    return Object.entries(value).map(([entry, each]) => ({
      path: `${path}.${entry}`,
      title: `${title}, ${entry}`,
      spec,
      value: each,
    }));
  });
}
