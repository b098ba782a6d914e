import { asObject, asText, type Json, parseJson } from '../base/json';
import { errorBody, typeOfStatus } from './api-error';
import type { KeyMask } from './key-mask';

const LONGEST_TEXT = 300;

/**
 * The body of an upstream error in the API's shape: unchanged if it has that shape, else created from a gateway's
 * response. Some repeat the key, in JSON also with escaped characters.
 */
export function upstreamErrorBody(status: number, text: string, mask: KeyMask, requestId: string | null): string {
  const read = parseJson(text);
  const safe = mask.inText(read.ok ? JSON.stringify(read.value) : text);
  const parsed = parseJson(safe);
  const body = parsed.ok ? asObject(parsed.value) : undefined;
  const error = asObject(body?.error);
  if (body?.type === 'error' && asText(error?.type) !== undefined && asText(error?.message) !== undefined) return safe;
  const words = parsed.ok ? messageIn(parsed.value) : plainText(safe);
  const message = `Status ${status}, and no error of the API's own${words === undefined ? '' : `: ${words}`}`;
  return errorBody({ type: typeOfStatus(status), message }, requestId);
}

function messageIn(value: Json): string | undefined {
  const body = asObject(value);
  const inner = asText(asObject(body?.error)?.message) ?? asText(body?.error);
  return (inner ?? asText(body?.message) ?? asText(body?.detail))?.slice(0, LONGEST_TEXT);
}

/** HTML pages are made for people in a browser: none of their text is repeated. */
function plainText(text: string): string | undefined {
  return text.trim() === '' || text.includes('<') ? undefined : text.trim().slice(0, LONGEST_TEXT);
}
