import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes for each pixel, row by row. */
  readonly rgba: Uint8Array;
}

/** Decoded by the browser, which supports every kind of PNG. */
export async function pictureOf(png: Buffer, page: Page): Promise<Picture> {
  const { width, height, base64 } = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (context === null) throw new Error('The browser has no canvas to draw on');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const pieces: string[] = [];
      // More would be too many arguments for one call.
      for (let at = 0; at < data.length; at += 30_000)
        pieces.push(String.fromCharCode(...data.subarray(at, at + 30_000)));
      return { width: bitmap.width, height: bitmap.height, base64: btoa(pieces.join('')) };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return { width, height, rgba: Buffer.from(base64, 'base64') };
}

const MAX_COLORS = 256;
/** Closer colours would displace those that only occur in a legend's marks. */
const MIN_DISTANCE = 10;

/** A third of the browser's file size: its most frequent colours, and every other as the closest of them. */
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
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
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
