/**
 * The list with one more item, for lists that nearly always have one: pushing to an empty list allocates room for
 * seventeen items, which is then moved around with it.
 */
export function appended<Item>(list: Item[] | undefined, item: Item): Item[] {
  if (list === undefined) return [item];
  list.push(item);
  return list;
}
