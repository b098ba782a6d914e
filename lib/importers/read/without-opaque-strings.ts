import { boundedDepth, type Json } from '../../base/json';

const SHORTEST_OPAQUE = 256;
const BASE64 = /^(?:data:[^,]{0,200};base64,)?[A-Za-z0-9+/_=-]*$/;

/** JSON of an unknown shape to keep: an image or encrypted text inside it would be counted as words. */
export function withoutOpaqueStrings(json: Json): Json {
  return replaced(boundedDepth(json).value);
}

function replaced(json: Json): Json {
  if (typeof json === 'string') {
    return json.length > SHORTEST_OPAQUE && BASE64.test(json) ? `[${json.length} characters of base64]` : json;
  }
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(replaced);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, replaced(item ?? null)]));
}
