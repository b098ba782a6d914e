import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel, row by row. */
  readonly rgba: Uint8Array;
}

const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Bytes of a pixel by the colour type of its PNG: true colours, places in a palette, true colours with opacity. */
const PIXEL_BYTES = new Map([
  [2, 3],
  [3, 1],
  [6, 4],
]);

/** Reads a PNG by the browser or by `smallPng`: 8 bits for each channel, not interlaced. */
export function pictureOf(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixelBytes = PIXEL_BYTES.get(header[9] ?? 0);
  if (header[8] !== 8 || pixelBytes === undefined || header[12] !== 0) throw new Error('Unsupported kind of PNG');
  const rows = unfiltered(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)), width * pixelBytes, height, pixelBytes);
  const palette = chunks.get('PLTE');
  const [colors, step] = palette === undefined ? [rows, pixelBytes] : [palette, 3];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = palette === undefined ? pixel * step : (rows[pixel] ?? 0) * step;
    for (let channel = 0; channel < step; channel++) rgba[pixel * 4 + channel] = colors[from + channel] ?? 0;
  }
  return { width, height, rgba };
}

/** Chunks by type; those of the same type are joined. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = SIGNATURE.length; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.set(type, Buffer.concat([chunks.get(type) ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + size)]));
    at += size + 12;
  }
  return chunks;
}

/** Each row begins with the number of its filter, which says what was subtracted from its bytes. */
function unfiltered(filtered: Buffer, rowBytes: number, height: number, pixelBytes: number): Uint8Array {
  const rows = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (rowBytes + 1)] ?? 0;
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const left = column < pixelBytes ? 0 : (rows[at - pixelBytes] ?? 0);
      const above = rows[at - rowBytes] ?? 0;
      const corner = column < pixelBytes ? 0 : (rows[at - rowBytes - pixelBytes] ?? 0);
      rows[at] = (filtered[at + row + 1] ?? 0) + expectedByte(filter, left, above, corner);
    }
  }
  return rows;
}

function expectedByte(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      // Whichever is closest to the sum of its neighbours' changes.
      const [toLeft, toAbove, toCorner] = [
        Math.abs(above - corner),
        Math.abs(left - corner),
        Math.abs(left + above - 2 * corner),
      ];
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      throw new Error(`Unknown PNG filter ${filter}`);
  }
}

const MAX_COLORS = 256;
/** Without it, shades of frequent colours would displace those that only occur in a legend's marks. */
const MIN_DISTANCE = 10;

/** A PNG of a third of the browser's size: all colours become the closest of the most frequent ones. */
export function smallPng({ width, height, rgba }: Picture): Buffer {
  const colors = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < colors.length; pixel++) {
    const color = ((rgba[pixel * 4] ?? 0) << 16) | ((rgba[pixel * 4 + 1] ?? 0) << 8) | (rgba[pixel * 4 + 2] ?? 0);
    colors[pixel] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette: Channels[] = [];
  for (const [color] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (palette.length === MAX_COLORS) break;
    if (nearest(color, palette).distance >= MIN_DISTANCE) palette.push(channels(color));
  }
  const places = new Map([...counts.keys()].map((color) => [color, nearest(color, palette).place]));

  const rows = new Uint8Array((width + 1) * height);
  for (let pixel = 0; pixel < colors.length; pixel++) {
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(colors[pixel] ?? 0) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: number): Channels {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function nearest(color: number, palette: readonly Channels[]): { readonly place: number; readonly distance: number } {
  const [red, green, blue] = channels(color);
  let place = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [at, [r, g, b]] of palette.entries()) {
    const other = Math.hypot(r - red, g - green, b - blue);
    if (other >= distance) continue;
    distance = other;
    place = at;
  }
  return { place, distance };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
