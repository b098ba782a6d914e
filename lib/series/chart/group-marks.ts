/** Overlapping marks, drawn as one with a number. */
export interface MarkGroup<Item> {
  /** Position of the first, in pixels. */
  readonly x: number;
  /** Position of the last. */
  readonly end: number;
  readonly items: readonly Item[];
}

/** Width of a mark in pixels, and of one with a number. */
const MARK_WIDTH = 14;
const COUNTED_WIDTH = 40;

/** Items must be in the order of their positions. Those outside the plot are dropped. */
export function groupMarks<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
  width: number,
): MarkGroup<Item>[] {
  const groups: { x: number; end: number; items: Item[] }[] = [];
  for (const item of items) {
    const x = placeOf(item);
    if (x < 0 || x > width) continue;
    const group = groups.at(-1);
    if (group === undefined || x - group.x >= (group.items.length > 1 ? COUNTED_WIDTH : MARK_WIDTH)) {
      groups.push({ x, end: x, items: [item] });
      continue;
    }
    group.items.push(item);
    group.end = x;
  }
  return groups;
}
