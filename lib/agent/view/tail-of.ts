import type { Tail } from './run-view';

/** Where a list stops being the one it was, by its items themselves, and what follows. */
export function tailOf<Item>(before: readonly Item[], now: readonly Item[]): Tail<Item> {
  let from = 0;
  while (from < before.length && from < now.length && before[from] === now[from]) from += 1;
  return { from, items: now.slice(from) };
}

/** The other way round. The same list where nothing is other, so that what is drawn of it stays. */
export function withTail<Item>(before: readonly Item[], { from, items }: Tail<Item>): readonly Item[] {
  return from === before.length && items.length === 0 ? before : [...before.slice(0, from), ...items];
}
