import { fail, ok, type Result } from '../../base/result';
import { layers } from '../../layers/index';
import { type AnySpec, checkGiven, type NumberSpec } from '../../layers/shape/setting';
import { bandSetting } from './band';
import { hookTexts, withHookTexts } from './hook-texts';
import type { Policy, PolicyLayer } from './policy';
import { layerSwitch } from './policy-layer';
import { policySettings } from './policy-settings';
import { thresholdSettings } from './threshold-settings';

export type SettingValue = number | boolean | string;

/**
 * The policy with one setting changed; fails if the setting is unknown or the value out of range. The path is
 * `layer.setting`, `layer.isOn`, `layer.table.name`, `thresholds.setting` (in every era), `bands.name`,
 * `hooks.texts` (if there are any) or `policy.setting`.
 */
export function changeSetting(policy: Policy, path: string, value: SettingValue): Result<Policy> {
  const [group, name] = cut(path);
  switch (group) {
    case 'policy':
      return within('in the policy:', checkGiven(policySettings, { [name]: value }), (changed) => ({
        ...policy,
        ...changed,
      }));
    case 'thresholds':
      return within('in the thresholds:', checkGiven(thresholdSettings, { [name]: value }), (changed) => ({
        ...policy,
        eras: policy.eras.map((era) => ({ ...era, thresholds: { ...era.thresholds, ...changed } })),
      }));
    case 'bands':
      return changeBand(policy, name, value);
    case 'hooks':
      return within('in the hooks:', checkGiven(hookSpec(policy), { [name]: value }), (changed) =>
        withHookTexts(policy, changed.texts ?? 0),
      );
    default:
      return changeLayer(policy, group, name, value);
  }
}

function hookSpec(policy: Policy): Readonly<Record<string, NumberSpec>> {
  const texts = hookTexts(policy);
  return texts === undefined ? {} : { texts: texts.spec };
}

function changeBand(policy: Policy, name: string, value: SettingValue): Result<Policy> {
  const { bands = [] } = policy;
  const spec = Object.fromEntries(bands.map((band) => [band.name, bandSetting]));
  return within('in the bands:', checkGiven(spec, { [name]: value }), (changed) => ({
    ...policy,
    bands: bands.map((band) => ({ ...band, fromPercent: changed[band.name] ?? band.fromPercent })),
  }));
}

function changeLayer(policy: Policy, id: string, name: string, value: SettingValue): Result<Policy> {
  const changed = policy.layers.find(({ layer }) => layer === id);
  if (changed === undefined) {
    const known = ['policy', 'thresholds', 'bands', ...policy.layers.map(({ layer }) => layer)].join(', ');
    return fail(`unknown layer "${id}"; a setting starts with one of: ${known}`);
  }
  return within(`in layer "${id}":`, withSetting(changed, name, value), (layer) => ({
    ...policy,
    layers: policy.layers.map((each) => (each === changed ? layer : each)),
  }));
}

function withSetting(layer: PolicyLayer, name: string, value: SettingValue): Result<PolicyLayer> {
  const spec: AnySpec = { isOn: layerSwitch, ...layers[layer.layer].settings };
  const before: Readonly<Record<string, unknown>> = { ...layer.settings };
  const [table, entry] = cut(name);
  const entries = before[table];
  const isEntry = entry !== '' && typeof entries === 'object';
  const checked = checkGiven(spec, isEntry ? { [table]: { ...entries, [entry]: value } } : { [name]: value });
  if (!checked.ok) return checked;
  const { isOn = layer.isOn, ...settings } = checked.value;
  // The spec is the layer's own, so the validated value has its type.
  return ok({ ...layer, isOn, settings: { ...layer.settings, ...settings } } as PolicyLayer);
}

function within<Checked>(where: string, checked: Result<Checked>, change: (value: Checked) => Policy): Result<Policy> {
  return checked.ok ? ok(change(checked.value)) : fail(`${where} ${checked.error}`);
}

/** Splits at the first dot: the rest may contain dots, as tool names do. */
function cut(path: string): readonly [string, string] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}
