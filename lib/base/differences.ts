/** A run of items that two lists have in common. */
export interface Common {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

interface Box {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/**
 * The longest common subsequence of two lists: the shortest edit path, searched from both ends until they meet, then
 * recursively on either side. Undefined if that takes more steps.
 */
export function differences(a: readonly string[], b: readonly string[], mostSteps: number): Common[] | undefined {
  return new Search(...numbered(a, b), mostSteps).common();
}

/** Maps equal items to equal numbers, because they are compared millions of times. */
function numbered(a: readonly string[], b: readonly string[]): [Int32Array, Int32Array] {
  const known = new Map<string, number>();
  const number = (item: string) => {
    const found = known.get(item) ?? known.size;
    known.set(item, found);
    return found;
  };
  return [Int32Array.from(a, number), Int32Array.from(b, number)];
}

class Search {
  private readonly found: Common[] = [];
  /** How far a search has advanced on each diagonal. */
  private readonly forward: Int32Array;
  private readonly backward: Int32Array;
  private steps = 0;

  constructor(
    private readonly a: Int32Array,
    private readonly b: Int32Array,
    private readonly mostSteps: number,
  ) {
    this.forward = new Int32Array(2 * (a.length + b.length) + 3);
    this.backward = new Int32Array(2 * (a.length + b.length) + 3);
  }

  common(): Common[] | undefined {
    const waiting: Box[] = [{ a0: 0, a1: this.a.length, b0: 0, b1: this.b.length }];
    for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
      const inner = this.withoutEnds(box);
      if (inner.a0 === inner.a1 || inner.b0 === inner.b1) continue;
      const meeting = this.meeting(inner);
      if (meeting === undefined) return undefined;
      const { a, b } = meeting;
      waiting.push({ a0: a, a1: inner.a1, b0: b, b1: inner.b1 }, { a0: inner.a0, a1: a, b0: inner.b0, b1: b });
    }
    return this.found.sort((x, y) => x.a - y.a).reduce(joined, []);
  }

  private withoutEnds({ a0, a1, b0, b1 }: Box): Box {
    let start = 0;
    while (a0 + start < a1 && b0 + start < b1 && this.a[a0 + start] === this.b[b0 + start]) start += 1;
    let end = 0;
    while (a1 - end > a0 + start && b1 - end > b0 + start && this.a[a1 - end - 1] === this.b[b1 - end - 1]) end += 1;
    if (start > 0) this.found.push({ a: a0, b: b0, length: start });
    if (end > 0) this.found.push({ a: a1 - end, b: b1 - end, length: end });
    return { a0: a0 + start, a1: a1 - end, b0: b0 + start, b1: b1 - end };
  }

  /** A point in the middle of a shortest path. The boxes on either side are smaller than this one. */
  private meeting({ a0, a1, b0, b1 }: Box): { readonly a: number; readonly b: number } | undefined {
    const { a, b, forward, backward } = this;
    const width = a1 - a0;
    const height = b1 - b0;
    const delta = width - height;
    const middle = a.length + b.length + 1;
    forward[middle + 1] = 0;
    backward[middle + 1] = 0;
    for (let edits = 0; edits <= Math.ceil((width + height) / 2); edits++) {
      const lowest = -edits + 2 * Math.max(0, edits - height);
      const highest = edits - 2 * Math.max(0, edits - width);
      this.steps += highest - lowest + 2;
      if (this.steps > this.mostSteps) return undefined;
      for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
        let x = nextX(forward, middle, diagonal, Math.min(edits, height), Math.min(edits, width));
        const from = x;
        let y = x - diagonal;
        while (x < width && y < height && x >= 0 && y >= 0 && a[a0 + x] === b[b0 + y]) {
          x += 1;
          y += 1;
        }
        this.steps += x - from;
        forward[middle + diagonal] = x;
        const mirrored = delta - diagonal;
        const isMet = delta % 2 !== 0 && mirrored >= 1 - edits && mirrored <= edits - 1;
        if (isMet && x + (backward[middle + mirrored] ?? 0) >= width) return { a: a0 + x, b: b0 + y };
      }
      for (let diagonal = lowest; diagonal <= highest; diagonal += 2) {
        let x = nextX(backward, middle, diagonal, Math.min(edits, height), Math.min(edits, width));
        const from = x;
        let y = x - diagonal;
        while (x < width && y < height && x >= 0 && y >= 0 && a[a1 - x - 1] === b[b1 - y - 1]) {
          x += 1;
          y += 1;
        }
        this.steps += x - from;
        backward[middle + diagonal] = x;
        const mirrored = delta - diagonal;
        const isMet = delta % 2 === 0 && mirrored >= -edits && mirrored <= edits;
        if (isMet && x + (forward[middle + mirrored] ?? 0) >= width) return { a: a1 - x, b: b1 - y };
      }
    }
    throw new Error('Two searches from both ends meet');
  }
}

/** One step right or down, whichever gets further, from a diagonal within the edges. */
function nextX(reached: Int32Array, middle: number, diagonal: number, below: number, above: number): number {
  const fromAbove = reached[middle + diagonal + 1] ?? 0;
  if (diagonal === -below) return fromAbove;
  const fromLeft = (reached[middle + diagonal - 1] ?? 0) + 1;
  return diagonal !== above && fromLeft <= fromAbove ? fromAbove : fromLeft;
}

function joined(runs: Common[], next: Common): Common[] {
  const last = runs.at(-1);
  if (last !== undefined && last.a + last.length === next.a && last.b + last.length === next.b) {
    runs[runs.length - 1] = { ...last, length: last.length + next.length };
  } else runs.push(next);
  return runs;
}
