import { createStore, type StoreApi } from 'zustand/vanilla';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import { summaryPrompts } from '../../prompts/index';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { RecordStore } from '../../storage/record-store';
import type { StorageFailure } from '../../storage/storage-failure';
import type { KeptRun } from './prompt-kept-run';

/** Custom prompts and saved runs in this browser. */
export interface PromptLibrary {
  readonly isLoaded: boolean;
  /** Custom prompts. */
  readonly prompts: readonly SummaryPrompt[];
  /** Latest first. */
  readonly runs: readonly KeptRun[];
  /** Unreadable records in the store. */
  readonly damaged: number;
  readonly failure: StorageFailure | undefined;
  /** Loads both, and watches their changes until the returned function is called. */
  start(): () => void;
  prompt(id: string): SummaryPrompt | undefined;
  savePrompt(prompt: SummaryPrompt): Promise<void>;
  removePrompt(id: string): Promise<void>;
  keepRun(run: KeptRun): Promise<void>;
  removeRun(id: string): Promise<void>;
}

export interface PromptLibraryParts {
  readonly promptStore: RecordStore<SummaryPrompt>;
  readonly runStore: RecordStore<KeptRun>;
  /** Reported to the user, who may want to undo it. */
  onRemoved(title: string, undo: () => void): void;
}

export function createPromptLibrary({ promptStore, runStore, onRemoved }: PromptLibraryParts): StoreApi<PromptLibrary> {
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();

  return createStore<PromptLibrary>()((set, get) => {
    const refresh = async () => {
      const signal = reading.begin();
      const [prompts, runs] = await Promise.all([promptStore.list(), runStore.list()]);
      if (signal.aborted) return;
      if (!prompts.ok || !runs.ok) {
        set({ isLoaded: true, failure: prompts.ok ? (runs.ok ? undefined : runs.error) : prompts.error });
        return;
      }
      set({
        isLoaded: true,
        prompts: sortedPrompts(prompts.value.records),
        runs: sortedRuns(runs.value.records),
        damaged: prompts.value.damaged + runs.value.damaged,
      });
    };

    const write = async (writing: Promise<Result<void, StorageFailure>>) => {
      reading.drop();
      const written = await writing;
      set({ failure: written.ok ? undefined : written.error });
    };

    return {
      isLoaded: false,
      prompts: [],
      runs: [],
      damaged: 0,
      failure: undefined,

      start: () => {
        void refresh();
        const ends = [promptStore, runStore].map((store) => store.subscribe(() => void refresh()));
        return () => {
          for (const end of ends) end();
        };
      },

      prompt: (id) => [...get().prompts, ...summaryPrompts].find((prompt) => prompt.id === id),

      savePrompt: (prompt) => {
        set({ prompts: sortedPrompts([...get().prompts.filter(({ id }) => id !== prompt.id), prompt]) });
        return write(promptStore.save(prompt));
      },

      removePrompt: async (id) => {
        const removed = get().prompts.find((prompt) => prompt.id === id);
        if (removed === undefined) return;
        set({ prompts: get().prompts.filter((prompt) => prompt !== removed) });
        await write(promptStore.remove(id));
        onRemoved(removed.title, () => void get().savePrompt(removed));
      },

      keepRun: (run) => {
        set({ runs: sortedRuns([...get().runs.filter(({ id }) => id !== run.id), run]) });
        return write(runStore.save(run));
      },

      removeRun: async (id) => {
        const removed = get().runs.find((run) => run.id === id);
        if (removed === undefined) return;
        set({ runs: get().runs.filter((run) => run !== removed) });
        await write(runStore.remove(id));
        onRemoved(`${removed.writer.promptTitle}, ${removed.writer.model}`, () => void get().keepRun(removed));
      },
    };
  });
}

function sortedPrompts(prompts: readonly SummaryPrompt[]): readonly SummaryPrompt[] {
  return [...prompts].sort((a, b) => a.title.localeCompare(b.title));
}

function sortedRuns(runs: readonly KeptRun[]): readonly KeptRun[] {
  return [...runs].sort((a, b) => b.atMs - a.atMs);
}
