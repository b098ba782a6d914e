import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/** Rejects like IndexedDB; callers convert errors to values. */
export interface KeyValueStore {
  /** In key order; with a prefix, only keys that start with it. */
  entries(prefix?: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  keys(): Promise<readonly string[]>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Only behind a record that is there: false without it. No other tab can remove that in between. */
  setBehind(before: string, key: string, value: unknown): Promise<boolean>;
  remove(keys: readonly string[]): Promise<void>;
  /** All or none of them. None, and false, if the first key is taken: no other tab can take it in between. */
  add(records: readonly (readonly [key: string, value: unknown])[]): Promise<boolean>;
  /** In one transaction: no other tab can write between reading and writing. */
  change(key: string, edit: (old: unknown) => Edit): Promise<void>;
}

export type Edit =
  | { readonly type: 'keep' }
  | { readonly type: 'delete' }
  | { readonly type: 'put'; readonly value: unknown };

const OBJECT_STORE = 'kv';
const MAX_OPENING_MS = 10_000;

/** `onGone` hears that another tab deletes the database, or that the browser has closed it: what was stored may be lost. */
export function indexedStore(databaseName: string, onGone: () => void = () => {}): KeyValueStore {
  const use = reopeningDatabase(databaseName, onGone);
  return {
    entries: (prefix) =>
      use('readonly', async (store) => {
        const range = prefix === undefined ? undefined : IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const [keys, values] = await Promise.all([
          promisifyRequest(store.getAllKeys(range)),
          promisifyRequest<unknown[]>(store.getAll(range)),
        ]);
        return keys.map((key, index) => [String(key), values[index]] as const);
      }),
    keys: () => use('readonly', async (store) => (await promisifyRequest(store.getAllKeys())).map(String)),
    get: (key) => use('readonly', (store) => promisifyRequest<unknown>(store.get(key))),
    set: (key, value) =>
      use('readwrite', (store) => {
        store.put(value, key);
        return committed(store);
      }),
    setBehind: (before, key, value) =>
      use('readwrite', async (store) => {
        if ((await promisifyRequest(store.getKey(before))) === undefined) return false;
        store.put(value, key);
        await committed(store);
        return true;
      }),
    remove: (keys) =>
      use('readwrite', (store) => {
        for (const key of keys) store.delete(key);
        return committed(store);
      }),
    add: (records) =>
      use('readwrite', async (store) => {
        const [first] = records;
        if (first !== undefined && (await promisifyRequest(store.getKey(first[0]))) !== undefined) return false;
        for (const [key, value] of records) store.put(value, key);
        await committed(store);
        return true;
      }),
    change: (key, edit) =>
      use('readwrite', async (store) => {
        const change = edit(await promisifyRequest<unknown>(store.get(key)));
        if (change.type === 'put') store.put(change.value, key);
        if (change.type === 'delete') store.delete(key);
        return committed(store);
      }),
  };
}

/** At once: what was written is stored even if the page closes before the browser has answered. */
function committed({ transaction }: IDBObjectStore): Promise<void> {
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // WebKit goes on to complete a transaction that was committed with a write that fails.
    transaction.onerror = ({ target }) => reject(target instanceof IDBRequest ? target.error : transaction.error);
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The browser ended the transaction', 'AbortError'));
  });
}

/**
 * The database, opened at first use, and again after it was closed: by the browser (site data cleared, laptop woken up),
 * or here, because another tab wants to delete it and would wait until then. Opening has a time limit, because otherwise
 * every view could wait for ever.
 */
function reopeningDatabase(name: string, onGone: () => void): UseStore {
  let opening: Promise<UseStore> | undefined;

  const open = async (): Promise<UseStore> => {
    if (typeof indexedDB === 'undefined') throw new DOMException('There is no IndexedDB', 'NotSupportedError');
    const store = createStore(name, OBJECT_STORE);
    const database = await withinTime(
      store('readonly', ({ transaction }) => transaction.db),
      MAX_OPENING_MS,
    );
    const gone = () => {
      database.close();
      opening = undefined;
      onGone();
    };
    database.addEventListener('versionchange', gone);
    database.addEventListener('close', gone);
    return store;
  };

  const opened = (): Promise<UseStore> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return async (mode, callback) => {
    const store = await opened();
    try {
      return await store(mode, callback);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      opening = undefined;
      return await (await opened())(mode, callback);
    }
  };
}

async function withinTime<Value>(work: Promise<Value>, mostMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('The database did not open', 'TimeoutError')), mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
