import { createStore, type StoreApi } from 'zustand/vanilla';

export type SessionView = 'simulate' | 'compare' | 'prompts';

/** Links to the same session and call in other views, offered by the current page. */
export interface SessionViews {
  readonly addresses: Partial<Readonly<Record<SessionView, string>>>;
  /** Until the returned function is called. */
  offer(view: SessionView, address: string): () => void;
}

export function createSessionViews(): StoreApi<SessionViews> {
  return createStore<SessionViews>()((set, get) => ({
    addresses: {},
    offer: (view, address) => {
      set({ addresses: { ...get().addresses, [view]: address } });
      return () => {
        const { [view]: offered, ...others } = get().addresses;
        // The next page may have set its own by now.
        if (offered === address) set({ addresses: others });
      };
    },
  }));
}
