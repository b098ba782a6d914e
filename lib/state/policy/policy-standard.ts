import { layers } from '../../layers/index';
import { defaultsOf } from '../../layers/shape/setting';
import { policyById } from '../../policies/index';
import type { Policy, PolicyLayer } from '../../policies/shape/policy';
import { policySettings } from '../../policies/shape/policy-settings';
import { thresholdSettings } from '../../policies/shape/threshold-settings';

/** What a policy is measured against and reset to: its preset, or for one of the user's own the defaults. */
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

/** In whatever order their names are, and whether what is usual is written down or left out. */
export function isSamePolicy(a: Policy, b: Policy): boolean {
  return a === b || isSameValue(spelledOut(a), spelledOut(b));
}

function spelledOut(policy: Policy) {
  return { ...defaultsOf(policySettings), bands: [], exemptTools: [], ...policy };
}

/** Of numbers and words, and of what is made of them. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size && left.every(([name, value]) => right.has(name) && isSameValue(value, right.get(name)))
  );
}
