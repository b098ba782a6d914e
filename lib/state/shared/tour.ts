import { createStore, type StoreApi } from 'zustand/vanilla';

/** In the order in which they are shown. A step points at the element with its name in `data-tour`. */
export const tourSteps = [
  {
    target: 'chart',
    title: 'Context over the session',
    text: 'Each point is a model call; its height is the size of the context. Click, or press ← and →, to select a call.',
  },
  {
    target: 'policy',
    title: 'When compaction happens',
    text: 'Choose a preset or drag a threshold. The session replays instantly, with the previous curve shown as a ghost.',
  },
  {
    target: 'messages',
    title: 'Before and after',
    text: 'The selected call’s messages before and after the policy runs, with the fate of every part.',
  },
  {
    target: 'why',
    title: 'Why',
    text: 'The equation with this call’s numbers, each layer’s verdict, the effect on the cache, and the cost.',
  },
  {
    target: 'sweep',
    title: 'Find the best value',
    text: 'Replays the session with many values of one setting. Click a point to apply its value. Press ? for all keys, or to see this tour again.',
  },
] as const;

export type TourStep = (typeof tourSteps)[number];
export type TourTarget = TourStep['target'];

export interface Tour {
  /** Whether there is a view to show. */
  readonly isHere: boolean;
  readonly step: TourStep | undefined;
  /** Among the steps that can be shown: their number, and the current one, from 1. */
  readonly place: number;
  readonly of: number;
  /** The view exists. Starts for users who have not seen the tour, until the returned function is called. */
  arrive(present: readonly TourTarget[], isOffered: boolean): () => void;
  start(present: readonly TourTarget[]): void;
  /** The tour ends after the last step. Steps without an element are skipped. */
  go(direction: 1 | -1, present: readonly TourTarget[]): void;
  end(): void;
}

export interface TourParts {
  isSeen(): boolean;
  noteSeen(): void;
}

const over = { step: undefined, place: 0, of: 0 } as const;

export function createTour({ isSeen, noteSeen }: TourParts): StoreApi<Tour> {
  return createStore<Tour>()((set, get) => {
    const show = (step: TourStep | undefined, present: readonly TourTarget[]) => {
      const steps = tourSteps.filter(({ target }) => present.includes(target));
      set(step === undefined ? over : { step, place: steps.indexOf(step) + 1, of: steps.length });
    };

    return {
      isHere: false,
      ...over,

      arrive: (present, isOffered) => {
        set({ isHere: true });
        if (isOffered && !isSeen()) get().start(present);
        return () => set({ isHere: false, ...over });
      },

      start: (present) => {
        const first = tourSteps.find(({ target }) => present.includes(target));
        if (first === undefined) return;
        noteSeen();
        show(first, present);
      },

      go: (direction, present) => {
        const { step } = get();
        if (step === undefined) return;
        const at = tourSteps.indexOf(step);
        const others = direction === 1 ? tourSteps.slice(at + 1) : tourSteps.slice(0, at).reverse();
        const next = others.find(({ target }) => present.includes(target));
        if (next !== undefined || direction === 1) show(next, present);
      },

      end: () => set(over),
    };
  });
}
