import { type BoundLayer, bindLayer, bindOwn } from '../../layers/bound-layer';
import { type LayerCommandType, type LayerId, OWN, layers as table } from '../../layers/index';
import type { Turn } from '../../layers/shape/layer';
import type { OwnLayer } from '../../layers/shape/own';
import { layerByHand } from '../../layers/single-layers';
import type { Policy } from '../../policies/shape/policy';

/** The layers of a policy that are on, by when they run. */
export interface ActiveLayers {
  /** [F9] [S2] [N2] [C1] Layers that a user may run manually, even if they are off. */
  readonly byHand: LayersByHand;
  /** [C3] One of them replaces automatic compaction. */
  readonly takeGatesPlace: boolean;
  /** [J4] They follow what happens to the session. */
  readonly keepers: readonly BoundLayer[];
  readonly byTurn: Readonly<Record<Turn, readonly BoundLayer[]>>;
  /** Before a call, if results were added. */
  readonly whenResultsEntered: readonly BoundLayer[];
  /** [X2] [X4] What is tried for a rejected call, step by step. */
  readonly recovery: readonly (readonly BoundLayer[])[];
}

interface LayersByHand {
  readonly compacts: BoundLayer | undefined;
  readonly unfolds: BoundLayer | undefined;
  readonly byCommand: ReadonlyMap<LayerCommandType, BoundLayer>;
}

export function activeLayers(
  { layers, recovery, isDisabled = false }: Policy,
  own: readonly OwnLayer[] = [],
): ActiveLayers {
  const byId = new Map(layers.map((layer) => [layer.layer, bindLayer(layer)] as const));
  // [G1] Otherwise a recovery step would compact what must not be compacted.
  const mayRun = ({ turn }: BoundLayer) => !(isDisabled && turn === 'gate');
  const ofPolicy = layers.flatMap(({ layer, isOn }) => (isOn ? (byId.get(layer) ?? []) : []));
  const on = withOwn(ofPolicy, own).filter(mayRun);
  const byTurn = {
    prompt: on.filter(({ turn }) => turn === 'prompt'),
    results: on.filter(({ turn }) => turn === 'results'),
    'before-call': on.filter(({ turn }) => turn === 'before-call'),
    gate: on.filter(({ turn }) => turn === 'gate'),
    refused: on.filter(({ turn }) => turn === 'refused'),
    'after-response': on.filter(({ turn }) => turn === 'after-response'),
    'turn-end': on.filter(({ turn }) => turn === 'turn-end'),
  };
  const ownAtGate = byTurn.gate.filter(({ id }) => id === OWN);
  // [X2] At a rejected call no prompt was entered and no turn has ended, whatever a policy file says.
  const mayRecover = (layer: BoundLayer) => mayRun(layer) && layer.turn !== 'prompt' && layer.turn !== 'turn-end';
  // A policy knows nothing of those from outside: they are tried last.
  const tried = recovery && [
    ...recovery.map((step) => step.flatMap((layer) => byId.get(layer) ?? []).filter(mayRecover)),
    ...(ownAtGate.length === 0 ? [] : [ownAtGate]),
  ];
  const inGatesPlace = byTurn['before-call'].filter(({ takesGatesPlace }) => takesGatesPlace);
  return {
    byHand: layersByHand(byId),
    takeGatesPlace: inGatesPlace.length > 0,
    keepers: on.filter(({ follow }) => follow !== undefined),
    byTurn,
    whenResultsEntered: [...byTurn.results, ...byTurn['before-call']],
    recovery: tried ?? [inGatesPlace, byTurn.gate],
  };
}

/** [Z1] Each before the layer that it names, if that is on; else first. Only those of the same turn follow each other. */
function withOwn(ofPolicy: readonly BoundLayer[], own: readonly OwnLayer[]): readonly BoundLayer[] {
  const all = [...ofPolicy];
  let first = 0;
  for (const each of own) {
    const named = each.before === undefined ? -1 : all.findIndex(({ id }) => id === each.before);
    if (named === -1) first += 1;
    all.splice(named === -1 ? first - 1 : named, 0, bindOwn(each));
  }
  return all;
}

function layersByHand(byId: ReadonlyMap<LayerId, BoundLayer>): LayersByHand {
  const byCommand = new Map<LayerCommandType, BoundLayer>();
  for (const [id, layer] of byId) {
    const { command } = table[id];
    if (command !== undefined) byCommand.set(command.type, layer);
  }
  const unfolds = [...byId.values()].find(({ unfold }) => unfold !== undefined);
  return { compacts: byId.get(layerByHand), unfolds, byCommand };
}
