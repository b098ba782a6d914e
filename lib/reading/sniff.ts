import type { Failure } from '../base/failure';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be';

export type Sniffed =
  | { readonly kind: 'gzip' }
  | { readonly kind: 'text'; readonly encoding: TextEncodingName }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Enough bytes to decide: the furthest signature is in a tar header. */
export const HEAD_BYTES = 512;

interface Signature extends Failure {
  readonly bytes: readonly number[];
  readonly at?: number;
}

const UNPACK = 'Unpack it and add the files inside.';
const NOT_A_TRANSCRIPT = 'Add the session file that the agent wrote (usually .jsonl or .json).';

const SIGNATURES: readonly Signature[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: 'The file is a zip archive.',
    advice: `${UNPACK} For an Inspect .eval log, "inspect log dump" prints the JSON.`,
  },
  { bytes: [0x50, 0x4b, 0x05, 0x06], what: 'The file is an empty zip archive.', advice: NOT_A_TRANSCRIPT },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'The file is compressed with zstd.', advice: UNPACK },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'The file is compressed with xz.', advice: UNPACK },
  { bytes: [0x42, 0x5a, 0x68], what: 'The file is compressed with bzip2.', advice: UNPACK },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], what: 'The file is a 7-Zip archive.', advice: UNPACK },
  { bytes: [...'ustar'].map(codeOf), at: 257, what: 'The file is a tar archive.', advice: UNPACK },
  { bytes: [...'%PDF'].map(codeOf), what: 'The file is a PDF document.', advice: NOT_A_TRANSCRIPT },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'The file is a PNG image.', advice: NOT_A_TRANSCRIPT },
  { bytes: [0xff, 0xd8, 0xff], what: 'The file is a JPEG image.', advice: NOT_A_TRANSCRIPT },
  { bytes: [...'GIF8'].map(codeOf), what: 'The file is a GIF image.', advice: NOT_A_TRANSCRIPT },
  { bytes: [...'RIFF'].map(codeOf), what: 'The file is an image, audio or video file.', advice: NOT_A_TRANSCRIPT },
  {
    bytes: [...'SQLite format 3'].map(codeOf),
    what: 'The file is an SQLite database.',
    advice: 'Export the session with the program that wrote it, such as "opencode export", and add the JSON.',
  },
  {
    bytes: [...'PAR1'].map(codeOf),
    what: 'The file is a Parquet table.',
    advice: 'Save its rows as JSON, one a line, and add that.',
  },
];

export const BINARY: Failure = { what: 'The file is binary data, not text.', advice: NOT_A_TRANSCRIPT };
export const HTML: Failure = {
  what: 'The file is an HTML page, not JSON.',
  advice: 'Download the session file itself, not a page made from it; on a code-hosting site, use the raw view.',
};

/** Detects the kind of a file from its first bytes. */
export function sniff(head: Uint8Array): Sniffed {
  if (startsWith(head, [0x1f, 0x8b])) return { kind: 'gzip' };
  if (startsWith(head, [0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le' };
  if (startsWith(head, [0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be' };
  const signature = SIGNATURES.find(({ bytes, at = 0 }) => startsWith(head.subarray(at), bytes));
  if (signature !== undefined) {
    return { kind: 'refused', failure: { what: signature.what, advice: signature.advice } };
  }
  const encoding = encodingOf(head);
  const start = new TextDecoder(encoding).decode(head);
  if (/^\s*<(!doctype html|html)\b/i.test(start)) return { kind: 'refused', failure: HTML };
  if (looksBinary(start) && !/[[{]\s*["{[}\]]/.test(start)) return { kind: 'refused', failure: BINARY };
  return { kind: 'text', encoding };
}

/** JSON is mostly ASCII, so UTF-16 without a byte order mark has zeros at every other position and only there. */
function encodingOf(head: Uint8Array): TextEncodingName {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return 'utf-8';
  let zerosFirst = 0;
  let zerosSecond = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) zerosFirst++;
    if (head[2 * pair + 1] === 0) zerosSecond++;
  }
  if (zerosSecond > 0.6 * pairs && zerosFirst < 0.1 * pairs) return 'utf-16le';
  if (zerosFirst > 0.6 * pairs && zerosSecond < 0.1 * pairs) return 'utf-16be';
  return 'utf-8';
}

/** Control characters and undecodable bytes are frequent in binary data and rare in text. */
export function looksBinary(text: string): boolean {
  let strange = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code < 32 && (code < 9 || code > 13) && code !== 27) || code === 0xfffd) strange++;
  }
  return strange > 0.1 * text.length;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
