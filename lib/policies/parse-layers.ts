import { asBoolean, asObject, asText, type Json } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { type LayerId, layerIds, layers } from '../layers/index';
import { checkSettings } from '../layers/shape/setting';
import { fieldsOf, listOf } from './shape/fields-of';
import type { PolicyLayer } from './shape/policy';
import { policyLayers } from './shape/policy-layer';

/** The layers in the order of the file, and those that it does not name: off, each before what follows it in the pipeline. */
export function parseLayers(json: Json | undefined): Result<readonly PolicyLayer[]> {
  const named = listOf(json, 'layers', parseLayer);
  if (!named.ok) return named;
  const all = [...named.value];
  const twice = all.find((each, index) => all.findIndex(({ layer }) => layer === each.layer) < index);
  if (twice !== undefined) return fail(`the layer "${twice.layer}" appears twice in "layers"`);
  const pipeline = policyLayers({});
  pipeline.forEach((missing, place) => {
    if (all.some(({ layer }) => layer === missing.layer)) return;
    const following = new Set(pipeline.slice(place + 1).map(({ layer }) => layer));
    const next = all.findIndex(({ layer }) => following.has(layer));
    all.splice(next === -1 ? all.length : next, 0, missing);
  });
  return ok(all);
}

function parseLayer(json: Json): Result<PolicyLayer> {
  const fields = fieldsOf(json, ['layer', 'isOn', 'settings']);
  if (!fields.ok) return fields;
  const id = parseLayerId(fields.value.layer);
  if (!id.ok) return id;
  const layer = id.value;
  const isOn = asBoolean(fields.value.isOn);
  if (isOn === undefined) return fail(`in layer "${layer}": "isOn" must be true or false`);
  const given = asObject(fields.value.settings ?? {});
  if (given === undefined) return fail(`in layer "${layer}": "settings" must be an object`);
  const settings = checkSettings(layers[layer].settings, given);
  if (!settings.ok) return fail(`in layer "${layer}": ${settings.error}`);
  // Id and settings come from the same row of the table.
  return ok({ layer, isOn, settings: settings.value } as PolicyLayer);
}

export function parseLayerId(json: Json | undefined): Result<LayerId> {
  const id = layerIds.find((known) => known === json);
  return id === undefined
    ? fail(`unknown layer "${asText(json) ?? ''}"; expected one of: ${layerIds.join(', ')}`)
    : ok(id);
}
