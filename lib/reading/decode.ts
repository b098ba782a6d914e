import type { TextEncodingName } from './sniff';

const REPLACEMENT = '\uFFFD';

/** Decodes bytes to text in chunks. Removes the byte order mark and counts replacements. */
export class Decoder {
  private readonly decoder: TextDecoder;
  private readonly isUtf8: boolean;
  private tail: readonly number[] = [];
  private replaced = 0;

  constructor(encoding: TextEncodingName) {
    this.decoder = new TextDecoder(encoding);
    this.isUtf8 = encoding === 'utf-8';
  }

  decode(bytes: Uint8Array): string {
    const text = this.decoder.decode(bytes, { stream: true });
    this.count(text, bytes);
    return text;
  }

  end(): string {
    const text = this.decoder.decode();
    this.count(text, new Uint8Array());
    return text;
  }

  /** Places that could not be decoded. Replacement characters in the file itself do not count. */
  get replacements(): number {
    return Math.max(0, this.replaced);
  }

  private count(text: string, bytes: Uint8Array): void {
    if (text.includes(REPLACEMENT)) {
      this.replaced += text.split(REPLACEMENT).length - 1;
      if (this.isUtf8) this.replaced -= writtenReplacements(this.tail, bytes);
    }
    this.tail = bytes.length >= 2 ? [...bytes.subarray(-2)] : [...this.tail, ...bytes].slice(-2);
  }
}

/** U+FFFD in UTF-8, including one that starts at the end of the previous chunk. */
function writtenReplacements(tail: readonly number[], bytes: Uint8Array): number {
  const at = (index: number) => (index < 0 ? tail[tail.length + index] : bytes[index]);
  let count = 0;
  for (let end = bytes.indexOf(0xbd); end >= 0; end = bytes.indexOf(0xbd, end + 1)) {
    if (at(end - 1) === 0xbf && at(end - 2) === 0xef) count++;
  }
  return count;
}
