import { keyForms } from './key-forms';

/**
 * Masks the key, in all its forms, in what an upstream returns. In a stream, bytes that may be the start of the key wait for the next ones;
 * chunks of an event stream end in line breaks, so they never wait.
 */
export class KeyMask {
  private held = '';
  private readonly forms: readonly string[];

  /** Without a key, everything passes. */
  constructor(key: string | undefined) {
    this.forms = key === undefined || key === '' ? [] : keyForms(key);
  }

  inText(text: string): string {
    return this.forms.reduce((masked, form) => masked.replaceAll(form, '[key]'), text);
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
    return this.forms.reduce((most, form) => {
      for (let length = Math.min(form.length - 1, text.length); length > most; length--) {
        if (text.endsWith(form.slice(0, length))) return length;
      }
      return most;
    }, 0);
  }
}
