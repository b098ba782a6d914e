/** A small seeded generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(private readonly seed: string) {
    this.a = hash(seed, 0x9e3779b9);
    this.b = hash(seed, 0x243f6a88);
    this.c = hash(seed, 0xb7e15162);
    for (let round = 0; round < 12; round++) this.next();
  }

  /** A generator of its own: what is drawn from it does not shift what others draw later. */
  fork(label: string): Random {
    return new Random(`${this.seed}/${label}`);
  }

  private next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    return this.next() / 4_294_967_296;
  }

  /** Both ends included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('Cannot pick from an empty list');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.integer(0, last);
      const held = copy[last] as Item;
      copy[last] = copy[other] as Item;
      copy[other] = held;
    }
    return copy;
  }

  some<Item>(items: readonly Item[], count: number): Item[] {
    return this.shuffled(items).slice(0, count);
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
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${this.hex(3)}-${this.hex(12)}`;
  }
}

/** Deals every item once before any comes again, so that repeats lie as far apart as they can. */
export class Deck<Item> {
  private left: Item[] = [];

  constructor(
    private readonly random: Random,
    private readonly items: readonly Item[],
  ) {}

  draw(): Item {
    if (this.left.length === 0) this.left = this.random.shuffled(this.items);
    const item = this.left.pop();
    if (item === undefined) throw new Error('Cannot draw from an empty deck');
    return item;
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
