import { expect, it } from 'vitest';
import { Decoder } from './decode';
import { inPieces } from './read-for-test';
import type { TextEncodingName } from './sniff';

function decode(bytes: Uint8Array, size: number, encoding: TextEncodingName = 'utf-8') {
  const decoder = new Decoder(encoding);
  const text = inPieces(bytes, size).map((piece) => decoder.decode(piece));
  return `${text.join('')}${decoder.end()} (${decoder.replacements})`;
}

const SIZES = [1, 2, 3, 5, 1000];

it('decodes characters that are split between chunks', () => {
  for (const size of SIZES) expect(decode(new TextEncoder().encode('é漢😀'), size)).toBe('é漢😀 (0)');
});

it('counts its replacements, but not replacement characters in the file', () => {
  const bytes = Uint8Array.of(0x61, 0xff, 0xef, 0xbf, 0xbd, 0xc3, 0x28, 0xef, 0xbf, 0xbd, 0x62, 0xc3);
  for (const size of SIZES) expect(decode(bytes, size)).toBe('a\uFFFD\uFFFD\uFFFD(\uFFFDb\uFFFD (3)');
});

it('omits the byte order mark', () => {
  for (const size of SIZES) {
    expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), size)).toBe('a (0)');
    expect(decode(Uint8Array.of(0xff, 0xfe, 0x61, 0), size, 'utf-16le')).toBe('a (0)');
    expect(decode(Uint8Array.of(0xfe, 0xff, 0, 0x61), size, 'utf-16be')).toBe('a (0)');
  }
});
