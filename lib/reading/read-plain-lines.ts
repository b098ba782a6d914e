import { asObject, type JsonObject, parseJson } from '../base/json';
import { ValueCollector } from './collect-values';
import type { ReadHandlers } from './read-handlers';
import { HEAD_BYTES, sniff } from './sniff';
import { MAX_TEXT_LENGTH } from './text-limits';

export interface PlainLinesOptions {
  readonly decode?: LineDecoder;
  /** A single object may be a document of another kind. */
  readonly fewest?: number;
  /** Sees each record, and where its text stands, without the line's end; what it returns is delivered instead. */
  readonly pass?: (record: JsonObject, from: number, to: number) => JsonObject | undefined;
}

/** The text of some of the bytes; undefined if they are no UTF-8. */
export type LineDecoder = (from: number, to: number) => string | undefined;

const NEW_LINE = 0x0a;
const BRACE = 0x7b;

/**
 * The values of a file that has one whole object on every line, as programs write it: what `readValues` gives for it, at
 * the price of parsing each line. Undefined for any other file, damaged ones included; what was delivered is then void.
 */
export function readPlainLines(
  bytes: Uint8Array,
  handlers: ReadHandlers,
  { fewest = 2, pass, decode = decoderOf(bytes) }: PlainLinesOptions = {},
): number | undefined {
  if (bytes[0] !== BRACE || sniff(bytes.subarray(0, HEAD_BYTES)).kind !== 'text') return undefined;
  const values = new ValueCollector(handlers);
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start > MAX_TEXT_LENGTH) return undefined;
    const text = decode(start, end);
    const from = start;
    start = end + 1;
    if (text === '' || text === '\r') continue;
    const parsed = text === undefined ? undefined : parseJson(text);
    const record = parsed?.ok === true ? asObject(parsed.value) : undefined;
    if (record === undefined) return undefined;
    const passed = pass === undefined ? record : pass(record, from, end);
    if (passed !== undefined) values.record(passed, line, text?.length ?? 0);
  }
  if (values.values < fewest) return undefined;
  values.end();
  return values.values;
}

function decoderOf(bytes: Uint8Array): LineDecoder {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (from, to) => {
    try {
      return decoder.decode(bytes.subarray(from, to));
    } catch {
      return undefined;
    }
  };
}
