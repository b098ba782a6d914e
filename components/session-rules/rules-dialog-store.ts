import { createStore } from 'zustand/vanilla';

interface RulesDialogState {
  readonly isShown: boolean;
  show(isShown: boolean): void;
}

export const rulesDialog = createStore<RulesDialogState>()((set) => ({
  isShown: false,
  show: (isShown) => set({ isShown }),
}));
