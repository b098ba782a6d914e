import type { DocumentPart, ImagePart, UnknownPart } from '../transcript/transcript';

/** Images that both providers accept. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function isSendableImage(mediaType: string): boolean {
  return IMAGE_TYPES.has(mediaType);
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Replaces media that cannot be sent. */
export function mediaNote(part: ImagePart | DocumentPart, why: string): string {
  const facts = [
    part.kind === 'document' ? (part.title ?? part.kind) : part.kind,
    part.mediaType,
    ...(part.kind === 'image' && part.width !== undefined ? [`${part.width} × ${part.height ?? '?'}`] : []),
    ...(part.url === undefined ? [] : [part.url]),
    why,
  ];
  return `[${facts.join(', ')}]`;
}

/** Unknown parts become text: other providers would reject them. */
export function unknownAsText({ type, json }: UnknownPart): string {
  return `[${type}] ${JSON.stringify(json)}`;
}
