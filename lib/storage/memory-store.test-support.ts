import type { KeyValueStore } from './key-value-store';

export interface MemoryStore extends KeyValueStore {
  readonly content: Map<string, unknown>;
  /** The next write fails as in a browser. */
  failNextWrite(errorName: string): void;
  /** Writes take until the returned function is called. */
  holdWrites(): () => void;
}

/** Replaces IndexedDB, which Node lacks; the browser tests use the real one. `refusesBlobs`: like WebKit in private windows. */
export function memoryStore({ refusesBlobs = false } = {}): MemoryStore {
  const content = new Map<string, unknown>();
  let failure: string | undefined;
  let held: Promise<void> | undefined;
  const write = async (run: () => void) => {
    if (held !== undefined) await held;
    if (failure !== undefined) {
      const error = new DOMException('forced', failure);
      failure = undefined;
      throw error;
    }
    run();
  };
  const put = (key: string, value: unknown) => {
    if (refusesBlobs && value instanceof Blob) throw new DOMException('Error preparing Blob data', 'UnknownError');
    content.set(key, value);
  };
  return {
    content,
    failNextWrite: (errorName) => {
      failure = errorName;
    },
    holdWrites: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
    entries: async (prefix = '') =>
      [...content].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)),
    keys: async () => [...content.keys()],
    get: async (key) => content.get(key),
    set: async (key, value) => write(() => put(key, value)),
    setBehind: async (before, key, value) => {
      if (!content.has(before)) return false;
      await write(() => put(key, value));
      return true;
    },
    remove: async (keys) =>
      write(() => {
        for (const key of keys) content.delete(key);
      }),
    add: async (records) => {
      const [first] = records;
      if (first !== undefined && content.has(first[0])) return false;
      await write(() => {
        for (const [key, value] of records) content.set(key, value);
      });
      return true;
    },
    change: async (key, edit) => {
      const change = edit(content.get(key));
      if (change.type === 'put') await write(() => content.set(key, change.value));
      if (change.type === 'delete') await write(() => content.delete(key));
    },
  };
}
