import { type LayerCommandType, layers } from '../../layers/index';
import type { LayerCommand } from '../../layers/shape/layer';

/** Commands that do no more than give a layer its turn, in the order of the layers. */
export const layerCommands: readonly LayerCommand<LayerCommandType>[] = Object.values(layers).flatMap(
  ({ command }) => command ?? [],
);

/** For whoever may type one. */
export const LAYER_COMMANDS_EXPLAINED = layerCommands
  .map(({ word, explains }) => (explains === undefined ? `/${word}` : `/${word} (${explains})`))
  .join(', ');
