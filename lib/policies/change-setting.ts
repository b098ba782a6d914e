import { fail, ok, type Result } from '../base/result';
import { layers } from '../layers/index';
import { checkSettings } from '../layers/setting';
import type { Policy, PolicyLayer } from './policy';

/** The policy with one setting changed, named as `layer.setting`; refused in words where there is none such, or out of range. */
export function changeSetting(policy: Policy, path: string, value: number | boolean): Result<Policy> {
  const [layerId = '', name = ''] = path.split('.');
  const changed = policy.layers.find(({ layer }) => layer === layerId);
  if (changed === undefined) {
    const known = policy.layers.map(({ layer }) => layer).join(', ') || 'none';
    return fail(`the policy "${policy.id}" has no layer "${layerId}"; it has ${known}`);
  }
  const settings = withSetting(changed, name, value);
  if (!settings.ok) return fail(`of the layer "${layerId}" ${settings.error}`);
  return ok({ ...policy, layers: policy.layers.map((layer) => (layer === changed ? settings.value : layer)) });
}

function withSetting(layer: PolicyLayer, name: string, value: number | boolean): Result<PolicyLayer> {
  const checked = checkSettings(layers[layer.layer].settings, { ...layer.settings, [name]: value });
  // The table's row is the layer's own, so what it has checked is of its type.
  return checked.ok ? ok({ ...layer, settings: checked.value } as PolicyLayer) : checked;
}
