import { dreamRuleOf, extractionOf, recallingOf } from '../../../layers/bound-layer';
import type { Policy, PolicyLayer } from '../../../policies/shape/policy';

/** What of memory a policy turns on. */
export interface MemorySwitches {
  readonly saves: boolean;
  readonly recalls: boolean;
}

export function memorySwitches({ layers }: Pick<Policy, 'layers'>): MemorySwitches {
  const isOn = (does: (row: PolicyLayer) => boolean) => layers.some((row) => row.isOn && does(row));
  return { saves: isOn(saves), recalls: isOn(recalls) };
}

/** Both on; nothing else changes. */
export function withMemory(policy: Policy): Policy {
  return {
    ...policy,
    layers: policy.layers.map((row) => (saves(row) || recalls(row) ? { ...row, isOn: true } : row)),
  };
}

/** [D1] Dreaming is on; nothing else changes. */
export function withDreams(policy: Policy): Policy {
  return {
    ...policy,
    layers: policy.layers.map((row) => (dreamRuleOf(row) === undefined ? row : { ...row, isOn: true })),
  };
}

/** [A7] */
function saves(row: PolicyLayer): boolean {
  return extractionOf(row) !== undefined;
}

/** [R1] */
function recalls(row: PolicyLayer): boolean {
  return recallingOf(row) !== undefined;
}
