import { layers } from '../../layers/index';
import type { AnySpec, NumberTable, SettingSpec } from '../../layers/shape/setting';
import { bandSetting } from '../../policies/shape/band';
import type { SettingValue } from '../../policies/shape/change-setting';
import { eraOf, type Policy, type PolicyLayer, windowFor } from '../../policies/shape/policy';
import { ownSettings, policySettings } from '../../policies/shape/policy-settings';
import { thresholdSettings } from '../../policies/shape/threshold-settings';

/** A setting in the editor. The path is that of `changeSetting`; a table is one setting with all its rows. */
export interface EditedSetting {
  readonly path: string;
  readonly title: string;
  readonly spec: SettingSpec;
  readonly value: EditedValue;
  /** Its reset value. */
  readonly standard: EditedValue;
}

export type EditedValue = SettingValue | NumberTable;

/** Everything outside layers. Of several eras that of the version is shown; of an unknown version the latest. */
export function windowSettings(
  policy: Policy,
  standard: Policy,
  modelWindow: number,
  version: string | undefined,
): readonly EditedSetting[] {
  const { windowTokens, ...others } = policySettings;
  // Shows the model's window if none is set: the number that means "not set" would confuse readers.
  const window = (of: Policy) => ({ windowTokens: windowFor(of, modelWindow) });
  const thresholds = (of: Policy) => ({ ...eraOf(of, version).thresholds });
  return [
    ...edited('policy', { windowTokens }, window(policy), window(standard)),
    ...edited('thresholds', thresholdSettings, thresholds(policy), thresholds(standard)),
    ...edited('policy', others, ownSettings(policy), ownSettings(standard)),
    ...bandSettings(policy, standard),
  ];
}

function bandSettings({ bands = [] }: Policy, standard: Policy): readonly EditedSetting[] {
  return bands.map(({ name, fromPercent }) => ({
    path: `bands.${name}`,
    title: `Band: ${name}`,
    spec: bandSetting,
    value: fromPercent,
    standard: standard.bands?.find((band) => band.name === name)?.fromPercent ?? fromPercent,
  }));
}

export function layerSettings({ layer, settings }: PolicyLayer, standard: Policy): readonly EditedSetting[] {
  const usual = standard.layers.find((each) => each.layer === layer);
  return edited(layer, layers[layer].settings, { ...settings }, { ...usual?.settings });
}

type Values = Readonly<Record<string, EditedValue | undefined>>;

function edited(group: string, specs: AnySpec, values: Values, standard: Values): readonly EditedSetting[] {
  return Object.entries(specs).map(([name, spec]) => ({
    path: `${group}.${name}`,
    title: spec.title,
    spec,
    value: values[name] ?? spec.default,
    standard: standard[name] ?? spec.default,
  }));
}
