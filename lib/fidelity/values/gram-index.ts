/** Number of adjacent characters that are indexed together. */
export const GRAM = 4;
const FEWEST_BITS = 8;
const MAX_BITS = 20;

/** An index of four-character sequences in a text: longer strings are found by their rarest sequence. */
export class GramIndex {
  private readonly bits: number;
  /** Where the positions of each gram start in `places`, with the end at the end. */
  private readonly first: Uint32Array;
  /** Positions in the text, gram by gram. */
  private readonly places: Uint32Array;

  constructor(private readonly text: string) {
    const count = Math.max(0, text.length - GRAM + 1);
    this.bits = Math.min(MAX_BITS, Math.max(FEWEST_BITS, Math.ceil(Math.log2(count + 1)) + 1));
    this.first = new Uint32Array(2 ** this.bits + 1);
    this.places = new Uint32Array(count);
    const grams = new Uint32Array(count);
    for (let last = 0, at = 0; at < text.length; at++) {
      last = withNext(last, text.charCodeAt(at));
      if (at >= GRAM - 1) grams[at - GRAM + 1] = this.gramOf(last);
    }
    for (const gram of grams) add(this.first, gram, 1);
    for (let gram = 1; gram < this.first.length; gram++) add(this.first, gram, this.first[gram - 1] ?? 0);
    // Filled from the end, so each counter ends at the start of its positions.
    for (let start = count - 1; start >= 0; start--) this.places[add(this.first, grams[start] ?? 0, -1)] = start;
  }

  /** Where the value occurs, in order. */
  *startsOf(value: string): Generator<number> {
    const { offset, from, to } = this.rarestOf(value);
    for (let place = from; place < to; place++) {
      const start = (this.places[place] ?? 0) - offset;
      if (start >= 0 && this.text.startsWith(value, start)) yield start;
    }
  }

  /** Nearly all missing values are ruled out by four characters that never occur together. */
  mayHave(value: string): boolean {
    const { from, to } = this.rarestOf(value);
    return to > from;
  }

  /** The shortest range of `places`, and the offset of its gram in the value. */
  private rarestOf(value: string) {
    const rarest = { offset: 0, from: 0, to: Number.POSITIVE_INFINITY };
    for (let last = 0, at = 0; at < value.length && rarest.to > rarest.from; at++) {
      last = withNext(last, value.charCodeAt(at));
      const gram = this.gramOf(last);
      const from = this.first[gram] ?? 0;
      const to = this.first[gram + 1] ?? 0;
      if (at < GRAM - 1 || to - from >= rarest.to - rarest.from) continue;
      rarest.offset = at - GRAM + 1;
      rarest.from = from;
      rarest.to = to;
    }
    return rarest;
  }

  private gramOf(last: number): number {
    return Math.imul(last, 0x9e3779b1) >>> (32 - this.bits);
  }
}

/** The last four characters as one number: earlier ones are shifted out. */
function withNext(last: number, code: number): number {
  return (last << 8) ^ code;
}

function add(counts: Uint32Array, place: number, count: number): number {
  const sum = (counts[place] ?? 0) + count;
  counts[place] = sum;
  return sum;
}
