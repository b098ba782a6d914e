import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AbSide, sideTitle } from '../../agent/ab/ab-run';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import type { Policy } from '../../policies/shape/policy';
import type { agent } from '../../worker/agent/agent-client';
import { type AbChoice, abScript, usualAbChoice } from './ab-choice';

/** A side that has ended, with all that its losses are counted from. */
export interface EndedSide {
  /** Of this side of this run. */
  readonly key: string;
  readonly title: string;
  readonly policy: Policy;
  /** In our own file format. */
  readonly transcript: Blob;
  /** As its replay gives the same: without its provider, a replay knows nothing of a rejected call. */
  readonly mode: 'free' | 'recorded';
}

/** One script under two policies. The run is computed as fast as possible; the clock of the page follows behind. */
export interface AbStore {
  readonly choice: AbChoice;
  /** A and B; none before the first run. */
  readonly sides: readonly AbSide[];
  /** A and B, once both have ended. */
  readonly ended: readonly EndedSide[];
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
  let runs = 0;
  return createStore<AbStore>()((set, get) => ({
    choice: usualAbChoice,
    sides: [],
    ended: [],
    isRunning: false,
    failure: undefined,

    // Other curves than those of the choice would be taken for them.
    choose: (choice) => {
      running.drop();
      set({ choice, sides: [], ended: [], isRunning: false, failure: undefined });
    },

    run: async () => {
      const signal = running.begin();
      const { policies, script } = get().choice;
      set({ sides: [], ended: [], isRunning: true, failure: undefined });
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
        const { sides, transcripts } = await (await loadAgent()).ask('ab-run', request, { signal, onProgress });
        if (signal.aborted) return;
        runs += 1;
        const ended = policies.flatMap((policy, place): EndedSide[] => {
          const [side, transcript] = [sides[place], transcripts[place]];
          if (side === undefined || transcript === undefined) return [];
          return [{ key: `${runs}.${place}`, title: sideTitle(policy, place), policy, transcript, mode: modeOf(side) }];
        });
        set({ sides, ended, isRunning: false });
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

function modeOf({ simulation }: AbSide): EndedSide['mode'] {
  return simulation.changes.some(({ trigger }) => trigger === 'reactive') ? 'recorded' : 'free';
}
