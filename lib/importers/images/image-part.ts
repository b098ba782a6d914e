import type { Base64, DocumentPart, ImagePart } from '../../transcript/transcript';
import { imageSize } from './image-size';

/** Decoded size of base64 text. */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

export function imagePart(mediaType: string, base64: string): ImagePart {
  return {
    kind: 'image',
    mediaType,
    bytes: decodedBytes(base64),
    ...imageSize(base64),
    data: base64 as Base64,
  };
}

export function documentPart(mediaType: string, base64: string, title?: string): DocumentPart {
  return {
    kind: 'document',
    mediaType,
    bytes: decodedBytes(base64),
    data: base64 as Base64,
    ...(title === undefined ? {} : { title }),
  };
}

/** From a `data:` URL, whose data is extracted, or from any other URL, which is only named and never fetched. */
export function imageFromUrl(url: string): ImagePart {
  const data = /^data:([^;,]*)(?:;[^,;]*)*;base64,/.exec(url.slice(0, 256));
  if (data !== null) return imagePart(data[1] || 'image/unknown', url.slice(data[0].length));
  return { kind: 'image', mediaType: 'image/unknown', url };
}
