import { createStore, type StoreApi } from 'zustand/vanilla';
import { asArray, parseJson } from '../../base/json';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import { summaryPrompts } from '../../prompts/index';
import { parsePrompt, writePrompt } from '../../prompts/own-prompts';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import type { KeptText } from '../../storage/kept-text';
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
  /** While it is typed: at once for every reader, and stored soon. Blank ones are not stored. */
  editPrompt(prompt: SummaryPrompt): void;
  removePrompt(id: string): Promise<void>;
  /** A copy that turned out to be none. */
  discardPrompt(id: string): Promise<void>;
  /** To be called when the page closes: what is not stored yet is stored by the next page. */
  leave(): void;
  keepRun(run: KeptRun): Promise<void>;
  removeRun(id: string): Promise<void>;
}

export interface PromptLibraryParts {
  readonly promptStore: RecordStore<SummaryPrompt>;
  readonly runStore: RecordStore<KeptRun>;
  /** Outlasts a reload, and can be written while the page closes. */
  readonly unsaved: KeptText;
  /** Reported to the user, who may want to undo it. */
  onRemoved(title: string, undo: () => void): void;
}

export function createPromptLibrary(parts: PromptLibraryParts): StoreApi<PromptLibrary> {
  const { promptStore, runStore, unsaved, onRemoved } = parts;
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();
  /** The latest text of each prompt that is typed, until it is stored. A list that is read meanwhile has an older one. */
  const typed = new Map<string, SummaryPrompt>();
  /** Others that are being stored. */
  const saving = new Map<string, SummaryPrompt>();

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
        prompts: sortedPrompts([...prompts.value.records.filter(({ id }) => !typed.has(id)), ...typed.values()]),
        runs: sortedRuns(runs.value.records),
        damaged: prompts.value.damaged + runs.value.damaged,
      });
    };

    const write = async (writing: Promise<Result<void, StorageFailure>>) => {
      reading.drop();
      const written = await writing;
      set({ failure: written.ok ? undefined : written.error });
    };

    const place = (prompt: SummaryPrompt) =>
      set({ prompts: sortedPrompts([...get().prompts.filter(({ id }) => id !== prompt.id), prompt]) });

    /** One at a time, so that the latest is stored last. */
    const storeTyped = async (id: string) => {
      for (let stored: SummaryPrompt | undefined; ; ) {
        const latest = typed.get(id);
        if (latest === stored || latest === undefined || isBlank(latest)) break;
        stored = latest;
        await write(promptStore.save(latest));
      }
      const rest = typed.get(id);
      if (rest !== undefined && !isBlank(rest)) typed.delete(id);
    };

    /** What the previous page could not store any more. */
    const recallTyped = async () => {
      const value = parseJson(unsaved.read() ?? '');
      unsaved.write('');
      const list = value.ok ? (asArray(value.value) ?? []) : [];
      for (const each of list) {
        const prompt = parsePrompt(each);
        if (prompt.ok) await get().savePrompt(prompt.value);
      }
    };

    return {
      isLoaded: false,
      prompts: [],
      runs: [],
      damaged: 0,
      failure: undefined,

      start: () => {
        void recallTyped().then(refresh);
        const ends = [promptStore, runStore].map((store) => store.subscribe(() => void refresh()));
        return () => {
          for (const end of ends) end();
        };
      },

      prompt: (id) => [...get().prompts, ...summaryPrompts].find((prompt) => prompt.id === id),

      savePrompt: async (prompt) => {
        typed.delete(prompt.id);
        saving.set(prompt.id, prompt);
        place(prompt);
        await write(promptStore.save(prompt));
        if (saving.get(prompt.id) === prompt) saving.delete(prompt.id);
      },

      editPrompt: (prompt) => {
        const isStoring = typed.has(prompt.id) && !isBlank(typed.get(prompt.id));
        typed.set(prompt.id, prompt);
        place(prompt);
        if (!isStoring) void storeTyped(prompt.id);
      },

      discardPrompt: (id) => {
        typed.delete(id);
        saving.delete(id);
        set({ prompts: get().prompts.filter((prompt) => prompt.id !== id) });
        return write(promptStore.remove(id));
      },

      leave: () => {
        const left = [...new Map([...saving, ...typed]).values()].filter((prompt) => !isBlank(prompt));
        if (left.length > 0) unsaved.write(JSON.stringify(left.map(writePrompt)));
      },

      removePrompt: async (id) => {
        const removed = get().prompts.find((prompt) => prompt.id === id);
        if (removed === undefined) return;
        const discarded = get().discardPrompt(id);
        onRemoved(removed.title, () => void get().savePrompt(removed));
        await discarded;
      },

      keepRun: async (run) => {
        await write(runStore.save(run));
        // A list that was read meanwhile lacks it.
        reading.drop();
        set({ runs: sortedRuns([...get().runs.filter(({ id }) => id !== run.id), run]) });
      },

      removeRun: async (id) => {
        const removed = get().runs.find((run) => run.id === id);
        if (removed === undefined) return;
        set({ runs: get().runs.filter((run) => run !== removed) });
        onRemoved(`${removed.writer.promptTitle}, ${removed.writer.model}`, () => void get().keepRun(removed));
        await write(runStore.remove(id));
      },
    };
  });
}

function isBlank(prompt: SummaryPrompt | undefined): boolean {
  return prompt?.text.trim() === '';
}

function sortedPrompts(prompts: readonly SummaryPrompt[]): readonly SummaryPrompt[] {
  return [...prompts].sort((a, b) => a.title.localeCompare(b.title));
}

function sortedRuns(runs: readonly KeptRun[]): readonly KeptRun[] {
  return [...runs].sort((a, b) => b.atMs - a.atMs);
}
