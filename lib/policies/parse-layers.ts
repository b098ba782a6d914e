import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import { byCode, exactObject, fieldsOfAny, flag, listOf, object, type Parsed, parseBy } from '../base/schema';
import { shown } from '../base/shown';
import { layerIds, layers } from '../layers/index';
import { checkSettings } from '../layers/shape/setting';
import type { PolicyLayer } from './shape/policy';
import { policyLayers } from './shape/policy-layer';

export const layerIdSchema = v.picklist(
  layerIds,
  ({ input }) => `unknown layer ${shown(input)}; expected one of: ${layerIds.join(', ')}`,
);

const maybe = v.exactOptional(v.unknown());
const named = exactObject({ layer: maybe, isOn: maybe, settings: maybe });
const state = object({ isOn: flag, settings: v.exactOptional(fieldsOfAny, {}) });

/** The layers in file order; missing ones are inserted, turned off, before their successors in the pipeline. */
export const layersSchema = v.pipe(
  listOf(byCode(named, parseLayer)),
  v.transform((given) => withMissing(given)),
);

/** In code, because the allowed settings depend on the layer, and errors name the layer. */
function parseLayer({ layer: id, ...given }: Parsed<typeof named>): Result<PolicyLayer> {
  const layer = parseBy(layerIdSchema, id);
  if (!layer.ok) return layer;
  const where = `in layer "${layer.value}":`;
  const fields = parseBy(state, given);
  if (!fields.ok) return fail(`${where} ${fields.error}`);
  const settings = checkSettings(layers[layer.value].settings, fields.value.settings);
  if (!settings.ok) return fail(`${where} ${settings.error}`);
  // Id and settings come from the same row of the table.
  return ok({ layer: layer.value, isOn: fields.value.isOn, settings: settings.value } as PolicyLayer);
}

function withMissing(given: readonly PolicyLayer[]): readonly PolicyLayer[] {
  const all = [...given];
  const pipeline = policyLayers({});
  pipeline.forEach((missing, place) => {
    if (all.some(({ layer }) => layer === missing.layer)) return;
    const following = new Set(pipeline.slice(place + 1).map(({ layer }) => layer));
    const next = all.findIndex(({ layer }) => following.has(layer));
    all.splice(next === -1 ? all.length : next, 0, missing);
  });
  return all;
}
