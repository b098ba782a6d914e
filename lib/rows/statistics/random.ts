/** A small seeded generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    this.a = hash(seed, 0x9e3779b9);
    this.b = hash(seed, 0x243f6a88);
    this.c = hash(seed, 0xb7e15162);
    for (let round = 0; round < 12; round++) this.next();
  }

  private next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.next() / 4_294_967_296;
  }

  /** Both ends inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  text(alphabet: string, length: number): string {
    let result = '';
    for (let index = 0; index < length; index++) result += alphabet[this.integer(0, alphabet.length - 1)];
    return result;
  }

  hex(length: number): string {
    return this.text('0123456789abcdef', length);
  }

  /** The shape of a version 4 UUID. */
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
  }
}

function hash(text: string, start: number): number {
  let value = start;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x85ebca6b);
    value = (value << 13) | (value >>> 19);
  }
  return value | 0;
}
