import { createStore, type StoreApi } from 'zustand/vanilla';

/** The rule whose text is open, in any view. */
export interface ShownRule {
  readonly rule: string | undefined;
  show(rule: string): void;
  close(): void;
}

export function createShownRule(): StoreApi<ShownRule> {
  return createStore<ShownRule>()((set) => ({
    rule: undefined,
    show: (rule) => set({ rule }),
    close: () => set({ rule: undefined }),
  }));
}
