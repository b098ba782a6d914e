import type { ExactValueType } from './classify-word';
import type { TextRange } from './text-range';

const GRAM = 4;
const FEWEST_BITS = 8;
const MOST_BITS = 20;

/**
 * Says of thousands of values where a text has them, whole. Of each value the four characters that are rarest in the text
 * are looked up: to search through all of the text for each value would cost a thousand times as much.
 */
export class HeldText {
  private readonly mask: number;
  /** Where the places of each gram begin in `grams`, and behind them all where they end. */
  private readonly first: Uint32Array;
  /** Places in the text, gram by gram. */
  private readonly grams: Uint32Array;

  constructor(private readonly text: string) {
    const count = Math.max(0, text.length - GRAM + 1);
    const bits = Math.min(MOST_BITS, Math.max(FEWEST_BITS, Math.ceil(Math.log2(count + 1)) + 1));
    this.mask = (1 << bits) - 1;
    this.first = new Uint32Array(this.mask + 2);
    this.grams = new Uint32Array(count);
    for (let start = 0; start < count; start++) add(this.first, this.gramAt(text, start), 1);
    for (let gram = 1; gram < this.first.length; gram++) add(this.first, gram, this.first[gram - 1] ?? 0);
    // Filled from behind, each counter comes down to where its places begin.
    for (let start = count - 1; start >= 0; start--) {
      this.grams[add(this.first, this.gramAt(text, start), -1)] = start;
    }
  }

  holds(value: string, type: ExactValueType): boolean {
    return this.hasGrams(value) && !this.places(value, type).next().done;
  }

  /** Nearly all that are missing are told by four characters that never follow each other in the text. */
  private hasGrams(value: string): boolean {
    for (let offset = 0; offset + GRAM <= value.length; offset++) {
      const gram = this.gramAt(value, offset);
      if (this.first[gram] === this.first[gram + 1]) return false;
    }
    return true;
  }

  /** Where the value stands, in order. */
  *places(value: string, type: ExactValueType): Generator<TextRange> {
    if (value.length === 0 || value.length > this.text.length) return;
    for (const start of value.length < GRAM ? this.searched(value) : this.lookedUp(value)) {
      if (isWhole(this.text, value, type, start)) yield { start, end: start + value.length };
    }
  }

  private *searched(value: string): Generator<number> {
    for (let at = this.text.indexOf(value); at !== -1; at = this.text.indexOf(value, at + 1)) yield at;
  }

  private *lookedUp(value: string): Generator<number> {
    let rarest = 0;
    let from = 0;
    let to = Number.POSITIVE_INFINITY;
    for (let offset = 0; offset + GRAM <= value.length && to > from; offset++) {
      const gram = this.gramAt(value, offset);
      const begins = this.first[gram] ?? 0;
      const ends = this.first[gram + 1] ?? 0;
      if (ends - begins >= to - from) continue;
      rarest = offset;
      from = begins;
      to = ends;
    }
    for (let place = from; place < to; place++) {
      const start = (this.grams[place] ?? 0) - rarest;
      if (start >= 0 && this.text.startsWith(value, start)) yield start;
    }
  }

  private gramAt(text: string, start: number): number {
    let hash = 0;
    for (let each = start; each < start + GRAM; each++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(each);
    return (hash ^ (hash >>> 15)) & this.mask;
  }
}

function add(counts: Uint32Array, place: number, count: number): number {
  const sum = (counts[place] ?? 0) + count;
  counts[place] = sum;
  return sum;
}

/** What makes another value of it: `src/a.ts` is not in `src/a.ts.bak`, nor `50%` in `2.50%`. Of its first character and two before. */
const GOES_ON_BEFORE: Partial<Record<ExactValueType, RegExp>> = {
  path: /\w[-.@+~]\w$|[\w.~-][\\/.~]$/,
  number: /\d[.,]\d$/,
};
const GOES_ON_BEHIND: Partial<Record<ExactValueType, RegExp>> = {
  path: /[-./\\@+~]*\w/y,
  url: /[-./\\@+~?#&=%:]*\w/y,
  hash: /-\w/y,
  number: /[.,]\d|-[a-z]/y,
  setting: /[.,]\d/y,
  command: /[-./:=@]\w/y,
};

function isWhole(text: string, value: string, type: ExactValueType, at: number): boolean {
  const end = at + value.length;
  if (joins(text[at - 1], value[0]) || joins(value.at(-1), text[end])) return false;
  if (GOES_ON_BEFORE[type]?.test(text.slice(Math.max(0, at - 2), at + 1))) return false;
  const behind = GOES_ON_BEHIND[type];
  if (behind === undefined) return true;
  behind.lastIndex = end;
  return !behind.test(text);
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && /\w/.test(left) && /\w/.test(right);
}
