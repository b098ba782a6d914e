import { asObject, type JsonObject, parseJson } from '../base/json';
import { ValueCollector } from './collect-values';
import type { ReadHandlers } from './read-handlers';
import { HEAD_BYTES, sniff } from './sniff';
import { MAX_TEXT_LENGTH } from './text-limits';

export interface PlainLinesOptions {
  /** A single object may be a document of another kind. */
  readonly fewest?: number;
  /** Sees each record, and where its text stands, without the line's end; what it returns is delivered instead. */
  readonly pass?: (record: JsonObject, from: number, to: number) => JsonObject;
}

const NEW_LINE = 0x0a;
const BRACE = 0x7b;

/**
 * The values of a file that has one whole object on every line, as programs write it: what `readValues` gives for it, at
 * the price of parsing each line. Undefined for any other file, damaged ones included; what was delivered is then void.
 */
export function readPlainLines(
  bytes: Uint8Array,
  handlers: ReadHandlers,
  { fewest = 2, pass }: PlainLinesOptions = {},
): number | undefined {
  if (bytes[0] !== BRACE || sniff(bytes.subarray(0, HEAD_BYTES)).kind !== 'text') return undefined;
  const values = new ValueCollector(handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start > MAX_TEXT_LENGTH) return undefined;
    const text = decoded(decoder, bytes.subarray(start, end));
    const from = start;
    start = end + 1;
    if (text === '' || text === '\r') continue;
    const parsed = text === undefined ? undefined : parseJson(text);
    const record = parsed?.ok === true ? asObject(parsed.value) : undefined;
    if (record === undefined) return undefined;
    values.record(pass?.(record, from, end) ?? record, line, text?.length ?? 0);
  }
  if (values.values < fewest) return undefined;
  values.end();
  return values.values;
}

/** Undefined if some bytes are no UTF-8. */
function decoded(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
