import { layers } from '../../layers/index';
import type { Policy } from './policy';

/**
 * [Z1] The policy without its own compactions, for one that comes from outside. At the threshold, that replaces them: a policy
 * that never compacts on its own does then, too.
 */
export function compactingOutside(policy: Policy, when: 'threshold' | 'always'): Policy {
  const isCompaction = (layer: Policy['layers'][number]['layer']) => layers[layer].turn === 'gate';
  const { recovery, eras } = policy;
  return {
    ...policy,
    layers: policy.layers.map((row) => (isCompaction(row.layer) ? { ...row, isOn: false } : row)),
    ...(recovery && { recovery: recovery.map((step) => step.filter((layer) => !isCompaction(layer))) }),
    eras:
      when === 'always' ? eras : eras.map((era) => ({ ...era, thresholds: { ...era.thresholds, isAutomatic: true } })),
  };
}
