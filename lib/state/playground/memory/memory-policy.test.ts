import { expect, it } from 'vitest';
import { policies } from '../../../policies/index';
import { memorySwitches, withMemory } from './memory-policy';

it('[A7] [R1] turns both layers on, and changes nothing else', () => {
  for (const policy of policies) {
    const on = withMemory(policy);
    expect(memorySwitches(on)).toEqual({ saves: true, recalls: true });
    const switched = on.layers.filter((row, at) => row.isOn !== policy.layers[at]?.isOn);
    const { saves, recalls } = memorySwitches(policy);
    expect(switched).toHaveLength(2 - Number(saves) - Number(recalls));
    const back = on.layers.map((row, at) => ({ ...row, isOn: policy.layers[at]?.isOn === true }));
    expect({ ...on, layers: back }).toEqual(policy);
  }
});
