import { type LayerId, type LayerSettings, layerIds, layers } from '../../layers/index';
import { defaultsOf, type SwitchSpec } from '../../layers/shape/setting';
import type { PolicyLayer } from './policy';

export const layerSwitch: SwitchSpec = {
  type: 'switch',
  title: 'On',
  explains: 'Layers that are off never run.',
  rule: 'G5',
  default: false,
};

type Changes = { readonly [Id in LayerId]?: Partial<LayerSettings[Id]> };

/**
 * Every layer in the order of the pipeline: on if listed, with defaults for missing settings, else off, so that the
 * editor shows all of them.
 */
export function policyLayers(on: Changes): readonly PolicyLayer[] {
  return layerIds.map((layer) => {
    const settings = { ...defaultsOf(layers[layer].settings), ...on[layer] };
    // Id and settings come from the same row of the table.
    return { layer, isOn: on[layer] !== undefined, settings } as PolicyLayer;
  });
}
