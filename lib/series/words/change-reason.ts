import { actors } from '../../layers/index';
import { type Reason, reasonText } from '../../layers/shape/reason';
import { gateReasons } from '../../simulator/pipeline/gate';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';

/** Triggers of a compaction other than the gate: a rejected request, or the user. */
const openedReasons = {
  ...gateReasons,
  refused: '{size} used > {fits}, the maximum',
  'refused-early': 'the provider rejected {size} tokens, although {fits} were expected to fit',
  'by-hand': 'run manually',
};

/** Of what the recording itself did. */
const recordedReasons = {
  'recorded-auto': 'recorded, automatic',
  'recorded-manual': 'recorded, typed by the user',
  'recorded-unknown': 'recorded',
  'recorded-guess': 'recorded, inferred from a drop in size',
};

/** What the recording itself did has no rule that decided it. */
export function isRecorded({ code }: Pick<Reason, 'code'>): boolean {
  return code in recordedReasons;
}

/** For a compaction, its trigger; for any other change, the layer's reason. */
export function changeReason({ reason, layer, turn }: Pick<SimulatedChange, 'reason' | 'layer' | 'turn'>): string {
  return reasonText(reason, {
    ...recordedReasons,
    ...(turn === 'gate' ? openedReasons : actors[layer].reasons),
  });
}
