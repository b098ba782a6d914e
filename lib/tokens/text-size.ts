import { parseJson } from '../base/json';

const BUFFER_BYTES = 1 << 16;
/** A character takes at most three bytes (a surrogate pair four), so a chunk always fits the buffer. */
const CHUNK = Math.floor(BUFFER_BYTES / 3);
const encoder = new TextEncoder();
const buffer = new Uint8Array(BUFFER_BYTES);

export function utf8Bytes(text: string): number {
  if (text.length <= CHUNK) return encoder.encodeInto(text, buffer).written;
  let bytes = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + CHUNK, text.length);
    // A split pair would be counted as two broken characters.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    bytes += encoder.encodeInto(text.slice(start, end), buffer).written;
    start = end;
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

const FIRST_WIDE = 0x2e80;
const FIRST_SURROGATE = 0xd800;
const FIRST_COMPATIBILITY = 0xf900;

/** Chinese, Japanese and Korean characters cost far more tokens than their bytes suggest. */
export function wideCharacters(text: string, bytes: number): number {
  if (bytes === text.length) return 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < FIRST_WIDE) continue;
    if (unit < FIRST_SURROGATE || (unit >= FIRST_COMPATIBILITY && unit < 0xfe00) || unit >= 0xff00) count += 1;
  }
  return count;
}

/** An object or a list as JSON. A bare number or word is JSON too, but is counted as text. */
export function isJson(text: string): boolean {
  const first = /^\s*([{[])/.exec(text)?.[1];
  if (first === undefined) return false;
  if (!/[}\]]\s*$/.test(text.slice(-64))) return false;
  return parseJson(text).ok;
}
