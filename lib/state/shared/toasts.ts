import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: () => void;
}

interface Toasts {
  readonly shown: readonly Toast[];
  show(text: string, undo?: () => void): void;
  dismiss(id: number): void;
  undo(id: number): void;
}

export function createToasts(): StoreApi<Toasts> {
  let lastId = 0;
  return createStore<Toasts>()((set, get) => ({
    shown: [],
    show: (text, undo) => {
      lastId += 1;
      const toast = { id: lastId, text, ...(undo === undefined ? {} : { undo }) };
      set({ shown: [...get().shown, toast] });
    },
    dismiss: (id) => set({ shown: get().shown.filter((toast) => toast.id !== id) }),
    undo: (id) => {
      const undone = get().shown.find((toast) => toast.id === id);
      get().dismiss(id);
      undone?.undo?.();
    },
  }));
}
