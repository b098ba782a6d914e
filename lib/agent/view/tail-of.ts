import type { Tail } from './run-view';

/** From where a list differs, comparing the items themselves, and what follows. */
export function tailOf<Item>(before: readonly Item[], now: readonly Item[]): Tail<Item> {
  let from = 0;
  while (from < before.length && from < now.length && before[from] === now[from]) from += 1;
  return { from, items: now.slice(from) };
}

/** The reverse. Returns the same list if nothing changed, so that it is not rendered again. */
export function withTail<Item>(before: readonly Item[], { from, items }: Tail<Item>): readonly Item[] {
  return from === before.length && items.length === 0 ? before : [...before.slice(0, from), ...items];
}
