import { type LayerCommandType, layers } from '../../layers/index';
import type { LayerCommand } from '../../layers/shape/layer';

/** Commands that only run a layer, in the order of the layers. */
export const layerCommands: readonly LayerCommand<LayerCommandType>[] = Object.values(layers).flatMap(
  ({ command }) => command ?? [],
);

/** Names and explanations, for the help texts. */
export const LAYER_COMMANDS_EXPLAINED = layerCommands
  .map(({ word, explains }) => (explains === undefined ? `/${word}` : `/${word} (${explains})`))
  .join(', ');
