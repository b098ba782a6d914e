import { type BoundLayer, bindLayer } from '../../layers/bound-layer';
import type { LayerId, Turn } from '../../layers/shape/layer';
import type { Policy } from '../../policies/shape/policy';

/** The layers of a policy that are on, by when they have their turn. */
export interface ActiveLayers {
  /** Those that are off too: a user may ask for one by hand. */
  readonly byId: ReadonlyMap<LayerId, BoundLayer>;
  readonly byTurn: Readonly<Record<Turn, readonly BoundLayer[]>>;
  /** Before a call for which results have entered. */
  readonly whenResultsEntered: readonly BoundLayer[];
  /** [X2] [X4] What is tried for a call that would be refused, step by step. */
  readonly recovery: readonly (readonly BoundLayer[])[];
}

export function activeLayers({ layers, recovery, isDisabled = false }: Policy): ActiveLayers {
  const byId = new Map(layers.map((layer) => [layer.layer, bindLayer(layer)] as const));
  // [G1] Else a step of the recovery would compact what is not to be compacted.
  const mayRun = ({ turn }: BoundLayer) => !(isDisabled && turn === 'gate');
  const on = layers.flatMap(({ layer, isOn }) => (isOn ? (byId.get(layer) ?? []) : [])).filter(mayRun);
  const byTurn = {
    results: on.filter(({ turn }) => turn === 'results'),
    'before-call': on.filter(({ turn }) => turn === 'before-call'),
    gate: on.filter(({ turn }) => turn === 'gate'),
    refused: on.filter(({ turn }) => turn === 'refused'),
    'after-response': on.filter(({ turn }) => turn === 'after-response'),
  };
  const tried = recovery?.map((step) => step.flatMap((layer) => byId.get(layer) ?? []).filter(mayRun));
  const usual = [byTurn['before-call'].filter(({ id }) => id === 'collapse'), byTurn.gate];
  return { byId, byTurn, whenResultsEntered: [...byTurn.results, ...byTurn['before-call']], recovery: tried ?? usual };
}
