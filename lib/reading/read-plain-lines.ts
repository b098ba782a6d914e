import { asObject, type JsonObject, parseJson } from '../base/json';
import { ValueCollector } from './collect-values';
import type { ReadHandlers } from './read-handlers';
import { HEAD_BYTES, sniff } from './sniff';
import { MAX_TEXT_LENGTH } from './text-limits';

export interface PlainLinesOptions {
  readonly decode?: LineDecoder;
  /**
   * Reads the bytes as one character each, which is much faster; undefined where that is wrong of some of them. Only
   * whether to skip a record is then decided by that.
   */
  readonly roughly?: { readonly decode: (from: number, to: number) => string; readonly isExact: LineTest };
  /** Of a record that is delivered to nobody. Its text may be read roughly. */
  readonly skips?: (record: JsonObject, from: number, to: number) => boolean;
  /** A single object may be a document of another kind. */
  readonly fewest?: number;
  /** Sees each record, and where its text stands, without the line's end; what it returns is delivered instead. */
  readonly pass?: (record: JsonObject, from: number, to: number) => JsonObject | undefined;
}

export type LineTest = (from: number, to: number) => boolean;

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
  { fewest = 2, pass, skips, roughly, decode = decoderOf(bytes) }: PlainLinesOptions = {},
): number | undefined {
  if (bytes[0] !== BRACE || sniff(bytes.subarray(0, HEAD_BYTES)).kind !== 'text') return undefined;
  const values = new ValueCollector(handlers);
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start > MAX_TEXT_LENGTH) return undefined;
    const from = start;
    start = end + 1;
    const text = roughly === undefined ? decode(from, end) : roughly.decode(from, end);
    if (text === '' || text === '\r') continue;
    const rough = recordIn(text);
    if (rough === undefined) return undefined;
    if (skips?.(rough, from, end) === true) continue;
    const isExact = roughly === undefined || roughly.isExact(from, end);
    const record = isExact ? rough : recordIn(decode(from, end));
    if (record === undefined) return undefined;
    const passed = pass === undefined ? record : pass(record, from, end);
    if (passed !== undefined) values.record(passed, line, text?.length ?? 0);
  }
  if (values.values < fewest) return undefined;
  values.end();
  return values.values;
}

function recordIn(text: string | undefined): JsonObject | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true ? asObject(parsed.value) : undefined;
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
