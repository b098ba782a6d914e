import { type LayerId, layerIds, layers } from './index';
import type { LayerNeed } from './shape/layer';

const table: ReadonlyMap<LayerId, readonly LayerNeed<LayerId>[]> = new Map(
  layerIds.map((id) => [id, (layers[id].needs ?? []).map((need) => ({ ...need, layer: known(need.layer) }))]),
);

/** What a layer depends on: always the same array. */
export function layerNeeds(id: LayerId): readonly LayerNeed<LayerId>[] {
  return table.get(id) ?? [];
}

function known(name: string): LayerId {
  const id = layerIds.find((each) => each === name);
  if (id === undefined) throw new Error(`A layer needs "${name}", which is not in the table`);
  return id;
}
