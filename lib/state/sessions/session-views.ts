import { createStore, type StoreApi } from 'zustand/vanilla';

export type SessionView = 'simulate' | 'prompts';

/** Where the session that is shown can be seen otherwise, at the same call: the page that shows it knows. */
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
        // The page that comes next may have offered its own by now.
        if (offered === address) set({ addresses: others });
      };
    },
  }));
}
