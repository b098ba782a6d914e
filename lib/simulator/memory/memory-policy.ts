import { dreamRuleOf, extractionOf, recallingOf } from '../../layers/bound-layer';
import type { Policy, PolicyLayer } from '../../policies/shape/policy';

/** Whether a layer keeps memory: it saves memories, shows them, or tidies them. */
export function isOfMemory(row: PolicyLayer): boolean {
  return extractionOf(row) !== undefined || recallingOf(row) !== undefined || dreamRuleOf(row) !== undefined;
}

/** The same policy with its layers that keep memory turned on, or off. */
export function withMemory(policy: Policy, isOn: boolean): Policy {
  return { ...policy, layers: policy.layers.map((row) => (isOfMemory(row) ? { ...row, isOn } : row)) };
}

/** Nothing but the layers that keep memory, as this policy sets them: they act on a context that nothing else changes. */
export function onlyMemory(policy: Policy): Policy {
  return { ...policy, layers: policy.layers.map((row) => ({ ...row, isOn: isOfMemory(row) })) };
}
