/** The same seed gives the same order. */
export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed >>> 0;
  const ranked = items.map((item) => {
    state = (state + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    return { item, rank: Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0 };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
