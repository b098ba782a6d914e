export interface CountedReads<Item> {
  readonly list: readonly Item[];
  /** How often an item of the list was read. */
  readonly reads: () => number;
}

/** A list that counts its reads: unlike time, the count does not depend on the machine. */
export function countedReads<Item>(items: readonly Item[]): CountedReads<Item> {
  let reads = 0;
  const list = new Proxy(items, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, reads: () => reads };
}
