import { expect, it } from 'vitest';
import { layerIds } from '../../layers/index';
import { layerNeeds } from '../../layers/layer-needs';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { policyLayers } from '../../policies/shape/policy-layer';
import { missingLayers } from './missing-layers';

it.each(layerIds)('names what %s lacks while it is on, until that is turned on', (id) => {
  const off = { ...claudeCode21, layers: policyLayers({}) };
  expect(missingLayers(off, id)).toEqual([]);
  const on = changed(off, `${id}.isOn`, true);
  expect(missingLayers(on, id)).toBe(layerNeeds(id).length === 0 ? missingLayers(off, id) : layerNeeds(id));
  const complete = missingLayers(on, id).reduce((policy, { layer }) => changed(policy, `${layer}.isOn`, true), on);
  expect(missingLayers(complete, id)).toEqual([]);
});
