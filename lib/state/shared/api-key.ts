import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeptText } from '../../storage/kept-text';

/** The user's own key. Kept for the tab at most: not in IndexedDB, links or exports. */
export interface ApiKey {
  readonly key: string | undefined;
  /** It survives a reload of the tab. */
  readonly isKept: boolean;
  /** Reads what the tab has stored. Not done at creation, because the server renders without it. */
  recall(): void;
  /** An empty one is deleted. */
  set(key: string, isKept: boolean): void;
}

export function createApiKey(kept: KeptText): StoreApi<ApiKey> {
  return createStore<ApiKey>()((set, get) => ({
    key: undefined,
    isKept: false,
    recall: () => {
      const key = kept.read() ?? '';
      if (key !== '' && get().key === undefined) set({ key, isKept: true });
    },
    set: (typed, isKept) => {
      const key = typed.trim();
      kept.write(isKept ? key : '');
      set({ key: key === '' ? undefined : key, isKept: isKept && key !== '' });
    },
  }));
}
