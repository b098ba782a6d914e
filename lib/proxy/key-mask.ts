/**
 * The key in what an upstream says, made unreadable. Of a stream the bytes that may be the beginning of the key wait for
 * those behind them; a stream of events ends its pieces with line ends, so there none ever wait.
 */
export class KeyMask {
  private held = '';

  constructor(private readonly key: string) {}

  inText(text: string): string {
    return text.replaceAll(this.key, '[key]');
  }

  /** The next bytes that may go on; empty while they may be the beginning of the key. */
  next(chunk: Uint8Array): Uint8Array {
    // Byte by byte: a character of the text may be cut in two.
    const bytes = this.held + Buffer.from(chunk).toString('latin1');
    const masked = this.inText(bytes);
    const waiting = this.beginningAtEnd(masked);
    this.held = masked.slice(masked.length - waiting);
    if (masked === bytes && waiting === 0 && bytes.length === chunk.length) return chunk;
    return Buffer.from(masked.slice(0, masked.length - waiting), 'latin1');
  }

  /** What waited in vain. */
  rest(): Uint8Array {
    const rest = Buffer.from(this.held, 'latin1');
    this.held = '';
    return rest;
  }

  private beginningAtEnd(text: string): number {
    for (let length = Math.min(this.key.length - 1, text.length); length > 0; length--) {
      if (text.endsWith(this.key.slice(0, length))) return length;
    }
    return 0;
  }
}
