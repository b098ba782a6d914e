import { type Json, parseJson } from '../../base/json';

/** Traces store structured values as JSON in a string, some of them as JSON in a string in a string. */
const MOST_LAYERS = 3;

/** The value, or what it is the JSON of. */
export function unwrappedJson(value: Json | undefined): Json | undefined {
  let unwrapped = value;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    if (typeof unwrapped !== 'string' || !/^\s*["[{]/.test(unwrapped)) return unwrapped;
    const parsed = parseJson(unwrapped);
    if (!parsed.ok) return unwrapped;
    unwrapped = parsed.value;
  }
  return unwrapped;
}
