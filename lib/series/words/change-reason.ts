import { layers } from '../../layers/index';
import { reasonText } from '../../layers/shape/reason';
import { gateReasons } from '../../simulator/pipeline/gate';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';

/** What opens the way to a compaction besides the gate: a request that was refused, or the user. */
const openedReasons = {
  ...gateReasons,
  refused: '{size} used > {fits}, the maximum',
  'by-hand': 'run manually',
};

/** Of a compaction why it was called for, of any other change why the layer made it. */
export function changeReason({ reason, layer, turn }: Pick<SimulatedChange, 'reason' | 'layer' | 'turn'>): string {
  return reasonText(reason, turn === 'gate' ? openedReasons : layers[layer].reasons);
}
