import type { Part } from '../../transcript/transcript';

export function isMedia({ kind }: Part): boolean {
  return kind === 'image' || kind === 'document';
}

/** The size of images and documents in a request, where they are base64. */
export function mediaBytes(part: Part): number {
  if (part.kind === 'tool-result') {
    let bytes = 0;
    for (const inner of part.parts) if (inner.kind !== 'text') bytes += mediaBytes(inner);
    return bytes;
  }
  if (part.kind !== 'image' && part.kind !== 'document') return 0;
  return part.data?.length ?? 4 * Math.ceil((part.bytes ?? 0) / 3);
}
