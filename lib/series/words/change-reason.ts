import { layers } from '../../layers/index';
import { reasonText } from '../../layers/shape/reason';
import { gateReasons } from '../../simulator/pipeline/gate';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';

/** Triggers of a compaction other than the gate: a rejected request, or the user. */
const openedReasons = {
  ...gateReasons,
  refused: '{size} used > {fits}, the maximum',
  'by-hand': 'run manually',
};

/** For a compaction, its trigger; for any other change, the layer's reason. */
export function changeReason({ reason, layer, turn }: Pick<SimulatedChange, 'reason' | 'layer' | 'turn'>): string {
  return reasonText(reason, turn === 'gate' ? openedReasons : layers[layer].reasons);
}
