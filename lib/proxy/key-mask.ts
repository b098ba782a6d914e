/**
 * Masks the key in what an upstream returns. In a stream, bytes that may be the start of the key wait for the next ones;
 * chunks of an event stream end in line breaks, so they never wait.
 */
export class KeyMask {
  private held = '';

  /** Without a key, everything passes. */
  constructor(private readonly key: string | undefined) {}

  inText(text: string): string {
    return this.key === undefined ? text : text.replaceAll(this.key, '[key]');
  }

  /** The bytes that may pass; empty while they may be the start of the key. */
  next(chunk: Uint8Array): Uint8Array {
    // Byte by byte, because a chunk may split a character.
    const bytes = this.held + Buffer.from(chunk).toString('latin1');
    const masked = this.inText(bytes);
    const waiting = this.beginningAtEnd(masked);
    this.held = masked.slice(masked.length - waiting);
    if (masked === bytes && waiting === 0 && bytes.length === chunk.length) return chunk;
    return Buffer.from(masked.slice(0, masked.length - waiting), 'latin1');
  }

  /** The bytes that were held. */
  rest(): Uint8Array {
    const rest = Buffer.from(this.held, 'latin1');
    this.held = '';
    return rest;
  }

  private beginningAtEnd(text: string): number {
    const key = this.key ?? '';
    for (let length = Math.min(key.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(key.slice(0, length))) return length;
    }
    return 0;
  }
}
