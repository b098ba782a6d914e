/** Only this many of each kind are sent to the page; the counts have the totals. */
const MAX_LISTED = 500;

export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => string): readonly Item[] {
  const listed = new Map<string, number>();
  return items.filter((item) => {
    const kind = kindOf(item);
    const before = listed.get(kind) ?? 0;
    listed.set(kind, before + 1);
    return before < MAX_LISTED;
  });
}
