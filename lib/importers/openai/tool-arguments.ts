import { boundedDepth, type Json, parseJson } from '../../base/json';
import { wellFormed } from '../../base/well-formed';

/** Arguments of a call: JSON in a string, possibly invalid, or plain JSON in some stored logs. */
export function toolArguments(value: Json | undefined): Json {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') return boundedDepth(value).value;
  if (value.trim() === '') return {};
  const parsed = parseJson(value);
  return parsed.ok ? boundedDepth(parsed.value).value : wellFormed(value);
}
