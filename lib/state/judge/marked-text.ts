/** A marked range of a text. */
export interface MarkedRange<Of> {
  readonly start: number;
  readonly end: number;
  readonly of: Of;
}

/** A range of the text with all its marks. */
export interface MarkedPiece<Of> {
  readonly text: string;
  readonly start: number;
  readonly marked: readonly Of[];
}

/**
 * A text cut at every end of a mark.
 *
 *   edit src/a.ts now        edit ┆ src/ ┆ a.ts ┆ now
 *        ^^^^^^^^       ──▶         one     one
 *            ^^^^                           two
 */
export function markedPieces<Of>(text: string, ranges: readonly MarkedRange<Of>[]): readonly MarkedPiece<Of>[] {
  const inside = ranges.flatMap(({ start, end, of }) => {
    const range = { start: Math.max(0, start), end: Math.min(text.length, end), of };
    return range.start < range.end ? [range] : [];
  });
  const edges = new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]);
  const cuts = [...edges].sort((a, b) => a - b);
  const byStart = inside.sort((a, b) => a.start - b.start);
  let next = 0;
  let open: MarkedRange<Of>[] = [];
  return cuts.slice(0, -1).map((start, index) => {
    for (let range = byStart[next]; range !== undefined && range.start <= start; range = byStart[next]) {
      open.push(range);
      next += 1;
    }
    open = open.filter(({ end }) => end > start);
    return { text: text.slice(start, cuts[index + 1]), start, marked: open.map(({ of }) => of) };
  });
}
