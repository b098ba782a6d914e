import { expect, it } from 'vitest';
import { imageSize } from './image-size';

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
const letters = (text: string) => [...Buffer.from(text, 'latin1')];

it('reads the size of a PNG', () => {
  const png = base64(0x89, ...letters('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...letters('IHDR'), 0, 0, 1, 64, 0, 0, 0, 240);
  expect(imageSize(png)).toEqual({ width: 320, height: 240 });
});

it('reads the size of a GIF', () => {
  expect(imageSize(base64(...letters('GIF89a'), 64, 1, 240, 0))).toEqual({ width: 320, height: 240 });
});

it('reads the size of the three kinds of WebP', () => {
  const riff = (chunk: string, ...rest: number[]) =>
    base64(...letters('RIFF'), 0, 0, 0, 0, ...letters(`WEBP${chunk}`), ...rest);
  const lossy = riff('VP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 240, 0);
  const extended = riff('VP8X', 10, 0, 0, 0, 0, 0, 0, 0, 63, 1, 0, 239, 0, 0);
  const bits = (319 | (239 << 14)) >>> 0;
  const lossless = riff(
    'VP8L',
    0,
    0,
    0,
    0,
    0x2f,
    bits & 255,
    (bits >> 8) & 255,
    (bits >> 16) & 255,
    bits >>> 24,
    0,
    0,
    0,
    0,
    0,
  );
  for (const image of [lossy, extended, lossless]) expect(imageSize(image)).toEqual({ width: 320, height: 240 });
});

it('reads the size of a JPEG after other segments', () => {
  const comment = [0xff, 0xfe, 0, 6, 1, 2, 3, 4];
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 240, 1, 64, 1, 1, 0x11, 0];
  expect(imageSize(base64(0xff, 0xd8, ...comment, ...frame))).toEqual({ width: 320, height: 240 });
});

it.each([
  ['', 'nothing'],
  ['not base64 !!', 'rubbish'],
  [base64(1, 2, 3), 'three bytes'],
  [base64(0xff, 0xd8, 0xff), 'a cut JPEG'],
])('reads no size from %j (%s)', (data) => expect(imageSize(data)).toBeUndefined());
