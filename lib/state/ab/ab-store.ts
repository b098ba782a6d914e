import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AbSide } from '../../agent/ab/ab-run';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import type { agent } from '../../worker/agent/agent-client';
import { type AbChoice, abScript, usualAbChoice } from './ab-choice';

/** One script under two policies. The run is computed as fast as possible; the clock of the page follows behind. */
export interface AbStore {
  readonly choice: AbChoice;
  /** A and B; none before the first run. */
  readonly sides: readonly AbSide[];
  readonly isRunning: boolean;
  readonly failure: Failure | undefined;
  choose(choice: AbChoice): void;
  run(): Promise<void>;
  stop(): void;
}

export interface AbStoreParts {
  loadAgent(): Promise<Pick<typeof agent, 'ask'>>;
  sampleFiles(): Promise<Result<Readonly<Record<string, string>>, Failure>>;
}

export function createAbStore({ loadAgent, sampleFiles }: AbStoreParts): StoreApi<AbStore> {
  const running = new Latest();
  return createStore<AbStore>()((set, get) => ({
    choice: usualAbChoice,
    sides: [],
    isRunning: false,
    failure: undefined,

    // Other curves than those of the choice would be taken for them.
    choose: (choice) => {
      running.drop();
      set({ choice, sides: [], isRunning: false, failure: undefined });
    },

    run: async () => {
      const signal = running.begin();
      const { policies, script } = get().choice;
      set({ sides: [], isRunning: true, failure: undefined });
      try {
        const sample = await sampleFiles();
        if (signal.aborted) return;
        if (!sample.ok) {
          set({ isRunning: false, failure: sample.error });
          return;
        }
        const request = { policies, ...abScript(script, sample.value) };
        const onProgress = (sides: readonly AbSide[]) => {
          if (!signal.aborted) set({ sides });
        };
        const sides = await (await loadAgent()).ask('ab-run', request, { signal, onProgress });
        if (!signal.aborted) set({ sides, isRunning: false });
      } catch (error) {
        if (!signal.aborted && !isCancelled(error)) set({ isRunning: false, failure: failureOf(error) });
      }
    },

    stop: () => {
      running.drop();
      set({ isRunning: false });
    },
  }));
}
