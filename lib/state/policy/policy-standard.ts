import { isSameValue } from '../../base/same-value';
import { layers } from '../../layers/index';
import { defaultsOf } from '../../layers/shape/setting';
import { policyById } from '../../policies/index';
import type { Policy, PolicyLayer } from '../../policies/shape/policy';
import { policySettings } from '../../policies/shape/policy-settings';
import { thresholdSettings } from '../../policies/shape/threshold-settings';

/** What a policy is compared with and reset to: its preset, or the defaults for a custom policy. */
export function standardOf(policy: Policy): Policy {
  return policyById(policy.id) ?? withDefaults(policy);
}

function withDefaults(policy: Policy): Policy {
  return {
    ...policy,
    ...defaultsOf(policySettings),
    eras: policy.eras.map((era) => ({ ...era, thresholds: defaultsOf(thresholdSettings) })),
    // Id and settings come from the same row of the table.
    layers: policy.layers.map(
      (each) => ({ ...each, settings: defaultsOf(layers[each.layer].settings) }) as PolicyLayer,
    ),
  };
}

/** In any order of names, and whether defaults are written out or not. */
export function isSamePolicy(a: Policy, b: Policy): boolean {
  return a === b || isSameValue(spelledOut(a), spelledOut(b));
}

function spelledOut(policy: Policy) {
  return { ...defaultsOf(policySettings), bands: [], exemptTools: [], ...policy };
}
