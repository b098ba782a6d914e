import type { LayerId } from '../../layers/index';
import { layerNeeds } from '../../layers/layer-needs';
import type { LayerNeed } from '../../layers/shape/layer';
import type { Policy } from '../../policies/shape/policy';

const NONE: readonly LayerNeed<LayerId>[] = [];

/** What a layer that is on depends on and that is off. The same array while that does not change. */
export function missingLayers({ layers }: Pick<Policy, 'layers'>, id: LayerId): readonly LayerNeed<LayerId>[] {
  const isOn = (layer: LayerId) => layers.some((each) => each.layer === layer && each.isOn);
  const needs = layerNeeds(id);
  if (!isOn(id) || needs.every(({ layer }) => isOn(layer))) return NONE;
  return needs.some(({ layer }) => isOn(layer)) ? needs.filter(({ layer }) => !isOn(layer)) : needs;
}
