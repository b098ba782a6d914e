import { TextHash } from '../base/hash';

export function checksumOf(text: string): string {
  return new TextHash().add(text).digest();
}

/** Of all that a server has: the same keys with the same texts have the same one. */
export function etagOf(sums: Readonly<Record<string, string>>): string {
  const hash = new TextHash();
  for (const key of Object.keys(sums).sort()) hash.add(key).add(sums[key] ?? '');
  return `"${hash.digest()}"`;
}
