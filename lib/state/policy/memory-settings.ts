import type { NumberSpec } from '../../layers/shape/setting';
import type { Policy } from '../../policies/shape/policy';
import { isOfMemory } from '../../simulator/memory/memory-policy';
import { layerSettings } from './edited-settings';

/** What decides how much memory a session carries. */
const BUDGETS = ['bytesOfSession', 'mostMemories', 'indexLines'];

export interface MemorySetting {
  readonly path: string;
  readonly spec: NumberSpec;
  readonly value: number;
  readonly standard: number;
}

/** [R3] [R2] [A4] Of the layers that keep memory, whether or not they are on. */
export function settingsOfMemory(policy: Policy): readonly MemorySetting[] {
  const all = policy.layers.filter(isOfMemory).flatMap((row) => layerSettings(row, policy));
  return BUDGETS.flatMap((name) => {
    const found = all.find(({ path }) => path.endsWith(`.${name}`));
    if (found?.spec.type !== 'number') return [];
    return [{ path: found.path, spec: found.spec, value: Number(found.value), standard: found.spec.default }];
  });
}
