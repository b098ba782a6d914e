/** Of each kind the page is told no more; how many there are, is in the counts. */
const MOST_LISTED = 500;

export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => string): readonly Item[] {
  const listed = new Map<string, number>();
  return items.filter((item) => {
    const kind = kindOf(item);
    const before = listed.get(kind) ?? 0;
    listed.set(kind, before + 1);
    return before < MOST_LISTED;
  });
}
