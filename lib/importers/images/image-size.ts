/** Base64 characters that contain the header of every format but JPEG. */
const HEADER_CHARACTERS = 64;
/** Enough for a JPEG whose size follows a preview image and a colour profile. */
const JPEG_HEADER_CHARACTERS = 4 * 32_768;

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height from the header of a PNG, JPEG, GIF or WebP; undefined for anything else or if truncated. */
export function imageSize(base64: string): ImageSize | undefined {
  const head = decoded(base64, HEADER_CHARACTERS);
  if (head === undefined) return undefined;
  const size = isJpeg(head) ? jpeg(decoded(base64, JPEG_HEADER_CHARACTERS)) : (png(head) ?? gif(head) ?? webp(head));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function decoded(base64: string, characters: number): DataView | undefined {
  const head = base64.slice(0, characters);
  try {
    const text = atob(head.slice(0, head.length - (head.length % 4)));
    return new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  } catch {
    // Not base64: the part is still an image, of unknown size.
    return undefined;
  }
}

function ascii(view: DataView, offset: number, expected: string): boolean {
  if (view.byteLength < offset + expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (view.getUint8(offset + i) !== expected.charCodeAt(i)) return false;
  return true;
}

function png(view: DataView): ImageSize | undefined {
  if (!ascii(view, 1, 'PNG') || view.byteLength < 24) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): ImageSize | undefined {
  if (!ascii(view, 0, 'GIF8') || view.byteLength < 10) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webp(view: DataView): ImageSize | undefined {
  if (!ascii(view, 0, 'RIFF') || !ascii(view, 8, 'WEBP') || view.byteLength < 30) return undefined;
  if (ascii(view, 12, 'VP8X')) {
    const width = 1 + view.getUint8(24) + view.getUint8(25) * 0x100 + view.getUint8(26) * 0x10000;
    const height = 1 + view.getUint8(27) + view.getUint8(28) * 0x100 + view.getUint8(29) * 0x10000;
    return { width, height };
  }
  if (ascii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const NO_FRAME_HEADER = new Set([0xc4, 0xc8, 0xcc]);

function isJpeg(view: DataView): boolean {
  return view.byteLength >= 4 && view.getUint16(0) === 0xffd8;
}

function jpeg(view: DataView | undefined): ImageSize | undefined {
  if (view === undefined) return undefined;
  let offset = 2;
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME_HEADER.has(marker)) {
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    }
    offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}
