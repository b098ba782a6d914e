import { type LayerId, layerIds, layers } from './index';

/** [F9] Runs manual compactions if the policy has no compaction layer on. */
export const layerByHand: LayerId = onlyOne(
  'compacts by hand',
  layerIds.filter((id) => layers[id].compactsByHand === true),
);

/** [N1] Writes the session note. */
export const noteLayer: LayerId = onlyOne(
  'writes notes',
  layerIds.filter((id) => layers[id].writesNote === true),
);

/** [A7] Saves memories after a turn. */
export const savingLayer: LayerId = onlyOne(
  'saves memories',
  layerIds.filter((id) => layers[id].extraction !== undefined),
);

/** [R1] Recalls memories at a prompt. */
export const recallLayer: LayerId = onlyOne(
  'recalls memories',
  layerIds.filter((id) => layers[id].recalling !== undefined),
);

/** [M8] [P3] Prunes results as an agent records it. */
export const pruneLayer: LayerId = onlyOne(
  'prunes results',
  layerIds.filter((id) => layers[id].prunes !== undefined),
);

/** [D1] Tidies memories. */
export const dreamLayer: LayerId = onlyOne(
  'tidies memories',
  layerIds.filter((id) => layers[id].dreams !== undefined),
);

function onlyOne(does: string, [id, ...others]: readonly LayerId[]): LayerId {
  if (id === undefined || others.length > 0) throw new Error(`Not one layer ${does}: ${[id, ...others].join(', ')}`);
  return id;
}
