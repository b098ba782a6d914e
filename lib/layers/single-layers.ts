import { type LayerId, layerIds, layers } from './index';

/** [F9] A compaction by hand is its work where the policy has no compaction on. */
export const layerByHand: LayerId = onlyOne(
  'compacts by hand',
  layerIds.filter((id) => layers[id].compactsByHand === true),
);

/** [N1] Whose work the notes of a session are. */
export const noteLayer: LayerId = onlyOne(
  'writes notes',
  layerIds.filter((id) => layers[id].writesNote === true),
);

function onlyOne(does: string, [id, ...others]: readonly LayerId[]): LayerId {
  if (id === undefined || others.length > 0) throw new Error(`Not one layer ${does}: ${[id, ...others].join(', ')}`);
  return id;
}
