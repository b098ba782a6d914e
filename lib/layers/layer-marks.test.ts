import { expect, it } from 'vitest';
import { layerIds, layers } from './index';

it('marks of one kind have one title and one look: the chart counts them together', () => {
  const known = new Map(layerIds.map((id) => [layers[id].mark.kind, layers[id].mark] as const));
  for (const id of layerIds) expect([id, layers[id].mark]).toEqual([id, known.get(layers[id].mark.kind)]);
});
