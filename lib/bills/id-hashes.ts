/** Ids of records as hashes of 32 bits: whether one may have been seen before, without keeping any. */
export class IdHashes {
  private readonly hashes: Set<number>;

  constructor(text = '') {
    this.hashes = new Set(text === '' ? [] : text.split(' ').map((hash) => Number.parseInt(hash, 36)));
  }

  add(id: string): void {
    this.hashes.add(hashOf(id));
  }

  /** Sometimes of an id that was not, never the other way round. */
  mayHave(id: string): boolean {
    return this.hashes.has(hashOf(id));
  }

  text(): string {
    return [...this.hashes].map((hash) => hash.toString(36)).join(' ');
  }
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
