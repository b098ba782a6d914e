/**
 * The list with one more item, for lists that nearly always hold one: an empty list takes room for seventeen when it is
 * first pushed to, and where it is kept, that room is moved about with it.
 */
export function appended<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined) return [item];
  list.push(item);
  return list;
}
