import type { AnyReply, Asked } from '../../layers/shape/layer';
import type { Reason } from '../../layers/shape/reason';
import { layerByHand } from '../../layers/single-layers';
import type { Policy } from '../../policies/shape/policy';
import type { Command } from '../commands/command';
import type { ActiveLayers } from './active-layers';
import type { LayerTurns } from './layer-turns';

const BY_HAND: Reason = { rule: 'F9', code: 'by-hand', values: {} };

/** [F9] [S2] [N2] [C1] Runs a command of the user. */
export function* runCommand(
  { isDisabled = false }: Policy,
  { byHand, byTurn }: ActiveLayers,
  turns: LayerTurns,
  command: Command,
): Generator<Asked, void, AnyReply> {
  switch (command.type) {
    case 'compact': {
      if (isDisabled) return refuseDisabled(turns);
      const { focus, partial } = command;
      // A user may still compact if all layers are off.
      const layers = byTurn.gate.length === 0 && byHand.compacts !== undefined ? [byHand.compacts] : byTurn.gate;
      yield* turns.tryEach(layers, 'manual', BY_HAND, { focus, partial });
      return;
    }
    case 'unfold': {
      const layer = byHand.unfolds;
      if (layer?.unfold !== undefined) turns.take(layer, layer.unfold(turns.context, command.message), 'manual');
      return;
    }
    default: {
      const layer = byHand.byCommand.get(command.type);
      if (layer !== undefined) yield* turns.takeTurn(layer, 'manual');
      return;
    }
  }
}

/** [G1] All compaction is turned off, manual too. */
function refuseDisabled({ listener, facts, carried: size }: LayerTurns): void {
  const reason: Reason = { rule: 'G1', code: 'disabled', values: {} };
  listener.failed({ call: facts.call, layer: layerByHand, kind: 'disabled', reason });
  listener.judged?.({ by: layerByHand, trigger: 'manual', type: 'failed', reason, before: size, after: size });
}
