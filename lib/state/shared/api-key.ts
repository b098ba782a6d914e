import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeptText } from '../../storage/kept-text';

/** The user's own key. Never longer than the tab: not in IndexedDB, not in a link, not in an export. */
export interface ApiKey {
  readonly key: string | undefined;
  /** It outlasts a reload of the tab. */
  readonly isKept: boolean;
  /** Reads what the tab has kept. Not done at creation: the server renders without it. */
  recall(): void;
  /** An empty one is forgotten. */
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
