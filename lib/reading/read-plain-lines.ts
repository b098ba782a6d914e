import { asObject, type Json, type JsonObject, parseJson } from '../base/json';
import { ValueCollector } from './collect-values';
import type { ReadHandlers } from './read-handlers';
import { HEAD_BYTES, sniff } from './sniff';
import { MAX_TEXT_LENGTH } from './text-limits';

export interface PlainLinesOptions {
  readonly decode?: LineDecoder;
  /**
   * Reads the bytes as one character each, which is much faster. Where that is wrong of some of them, it decides whether
   * to skip a record, and is enough for one of which `shorten` leaves none of those.
   */
  readonly roughly?: { readonly decode: (from: number, to: number) => string; readonly isExact: LineTest };
  /** Of a record that is delivered to nobody. Its text may be read roughly. */
  readonly skips?: (record: JsonObject, from: number, to: number) => boolean;
  /** Drops what nobody needs, by types, names and ids that it keeps; of any other record, it returns the same object. */
  readonly shorten?: (record: JsonObject) => JsonObject;
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
const ASCII = /^[\0-\x7f]*$/;

/**
 * The values of a file that has one whole object on every line, as programs write it: what `readValues` gives for it, at
 * the price of parsing each line. Undefined for any other file, damaged ones included; what was delivered is then void.
 */
export function readPlainLines(
  bytes: Uint8Array,
  handlers: ReadHandlers,
  { fewest = 2, pass, skips, shorten = (record) => record, roughly, decode = decoderOf(bytes) }: PlainLinesOptions = {},
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
    const short = shorten(rough);
    const isExact = roughly === undefined || roughly.isExact(from, end) || (short !== rough && isAscii(short));
    const exact = isExact ? undefined : recordIn(decode(from, end));
    if (!isExact && exact === undefined) return undefined;
    const record = exact === undefined ? short : shorten(exact);
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

/** Without recursion, as it may be nested deeply. */
function isAscii(record: JsonObject): boolean {
  const left: Json[] = [record];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') {
      if (!ASCII.test(value)) return false;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (!ASCII.test(key)) return false;
        if (item !== undefined) left.push(item);
      }
    }
  }
  return true;
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
