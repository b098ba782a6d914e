export type Color = readonly [red: number, green: number, blue: number];

/** An indexed PNG. The deflate stream is made here: what zlib writes differs between versions and processors. */
export function encodePng(width: number, height: number, palette: readonly Color[], pixels: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 3, 0, 0, 0], 8);
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', deflate(rows, width + 1)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat([new TextEncoder().encode(type), data]);
  const result = new Uint8Array(body.length + 8);
  const view = new DataView(result.buffer);
  view.setUint32(0, data.length);
  result.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return result;
}

const SHORTEST_MATCH = 3;
const LONGEST_MATCH = 258;
const ADLER_MODULUS = 65_521;

/** Fixed Huffman codes; a match lies one byte or one row back, which is where flat drawings repeat. */
function deflate(data: Uint8Array, rowBytes: number): Uint8Array {
  const bits = new BitWriter();
  bits.write(1, 1);
  bits.write(1, 2);
  for (let at = 0; at < data.length; ) {
    const same = matchLength(data, at, 1);
    const above = matchLength(data, at, rowBytes);
    const length = Math.max(same, above);
    if (length < SHORTEST_MATCH) {
      bits.writeSymbol(data[at] ?? 0);
      at += 1;
      continue;
    }
    bits.writeLength(length);
    bits.writeDistance(same >= above ? 1 : rowBytes);
    at += length;
  }
  bits.writeSymbol(256);
  const body = bits.finish();
  const result = new Uint8Array(body.length + 6);
  result.set([0x78, 0x01]);
  result.set(body, 2);
  new DataView(result.buffer).setUint32(body.length + 2, adler32(data));
  return result;
}

function matchLength(data: Uint8Array, at: number, distance: number): number {
  if (at < distance) return 0;
  const limit = Math.min(LONGEST_MATCH, data.length - at);
  let length = 0;
  while (length < limit && data[at + length] === data[at + length - distance]) length += 1;
  return length;
}

class BitWriter {
  private readonly bytes: number[] = [];
  private held = 0;
  private heldBits = 0;

  write(value: number, bits: number): void {
    for (let bit = 0; bit < bits; bit++) {
      this.held |= ((value >>> bit) & 1) << this.heldBits;
      this.heldBits += 1;
      if (this.heldBits === 8) this.flush();
    }
  }

  /** A code of the fixed table, which is written with its highest bit first. */
  writeSymbol(symbol: number): void {
    if (symbol < 144) this.writeReversed(0x30 + symbol, 8);
    else if (symbol < 256) this.writeReversed(0x190 + symbol - 144, 9);
    else if (symbol < 280) this.writeReversed(symbol - 256, 7);
    else this.writeReversed(0xc0 + symbol - 280, 8);
  }

  writeLength(length: number): void {
    if (length === LONGEST_MATCH) {
      this.writeSymbol(285);
      return;
    }
    const value = length - SHORTEST_MATCH;
    const extraBits = value < 8 ? 0 : 29 - Math.clz32(value);
    this.writeSymbol(257 + extraBits * 4 + (value >>> extraBits));
    this.write(value & ((1 << extraBits) - 1), extraBits);
  }

  writeDistance(distance: number): void {
    const value = distance - 1;
    const extraBits = value < 4 ? 0 : 30 - Math.clz32(value);
    this.writeReversed(extraBits * 2 + (value >>> extraBits), 5);
    this.write(value & ((1 << extraBits) - 1), extraBits);
  }

  finish(): Uint8Array {
    if (this.heldBits > 0) this.flush();
    return Uint8Array.from(this.bytes);
  }

  private writeReversed(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) this.write((value >>> bit) & 1, 1);
  }

  private flush(): void {
    this.bytes.push(this.held);
    this.held = 0;
    this.heldBits = 0;
  }
}

function adler32(data: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % ADLER_MODULUS;
    b = (b + a) % ADLER_MODULUS;
  }
  return ((b << 16) | a) >>> 0;
}

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
