import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { type MemoryPlan, type MemoryPrice, memoryPrice } from '../../simulator/memory/memory-plan';
import type { engine } from '../../worker/engine/client';
import type {
  MemoryScope,
  ModelMemory,
  ModelMemoryProgress,
  ProjectRequest,
} from '../../worker/engine/memory-messages';

/** The memory of a project as a model extracts and recalls it, beside what rules do. */
export interface MemoryByModel {
  readonly isPreparing: boolean;
  /** Waits for the user's confirmation: nothing was sent. */
  readonly pending: PendingMemory | undefined;
  readonly running: (ModelMemoryProgress & { readonly of: number }) | undefined;
  readonly result: ModelMemory | undefined;
  readonly failure: Failure | undefined;
  /** Of the two results. */
  readonly shows: 'rules' | 'model';
  prepare(model: string): Promise<void>;
  choose(wish: Partial<MemoryWish>): void;
  dismiss(): void;
  send(): Promise<void>;
  /** What was answered is shown. */
  stop(): void;
  show(what: 'rules' | 'model'): void;
  /** Another session is open: what a model answered for it comes back with it. */
  open(session: string): void;
}

export interface MemoryWish {
  readonly model: string;
  readonly scope: MemoryScope;
  readonly mostDollars: number;
}

export interface PendingMemory extends MemoryWish {
  /** Of the earlier sessions. */
  readonly sessions: number;
  readonly plan: MemoryPlan;
  readonly price: MemoryPrice;
}

export interface MemoryByModelParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  chosen(): Promise<ProjectRequest | undefined>;
  key(model: string): string | undefined;
}

const NOTHING = {
  isPreparing: false,
  pending: undefined,
  running: undefined,
  result: undefined,
  failure: undefined,
  shows: 'rules',
} as const;

export function createMemoryByModel(parts: MemoryByModelParts): StoreApi<MemoryByModel> {
  const preparing = new Latest();
  const asking = new Latest();
  /** By session, until the tab is closed. */
  const results = new Map<string, ModelMemory>();
  let session = '';
  let latest: Omit<MemoryWish, 'model'> = { scope: 'all', mostDollars: 1 };
  let request: ProjectRequest | undefined;

  return createStore<MemoryByModel>()((set, get) => {
    const plan = async (wish: MemoryWish) => {
      const signal = preparing.begin();
      set({ isPreparing: true, failure: undefined });
      try {
        request = await parts.chosen();
        if (request === undefined || signal.aborted) return;
        const { scope, model } = wish;
        const answer = await (await parts.loadEngine()).ask('memory-plan', { ...request, scope }, { signal });
        if (signal.aborted || answer.type === 'overtaken') return;
        const planned = answer.value;
        const price = memoryPrice(planned, model);
        set({ isPreparing: false, pending: { ...wish, sessions: request.sessions.length, plan: planned, price } });
      } catch (error) {
        if (!preparing.isCurrent(signal)) return;
        set({ isPreparing: false, pending: undefined });
        if (!isCancelled(error)) set({ failure: failureOf(error) });
      }
    };

    return {
      ...NOTHING,

      prepare: (model) => plan({ ...latest, model }),

      choose: (wish) => {
        const { pending } = get();
        if (pending === undefined) return;
        const next = { ...pending, ...wish };
        if (next.scope === pending.scope) set({ pending: { ...next, price: memoryPrice(next.plan, next.model) } });
        else void plan(next);
      },

      dismiss: () => {
        preparing.drop();
        set({ isPreparing: false, pending: undefined });
      },

      send: async () => {
        const { pending, running } = get();
        if (pending === undefined || request === undefined || running !== undefined) return;
        const { model, scope, mostDollars, plan: planned } = pending;
        const of = planned.asks.length;
        latest = { scope, mostDollars };
        const signal = asking.begin();
        const asked = session;
        const begun = { answered: 0, dollars: undefined, waiting: undefined, of };
        set({ pending: undefined, failure: undefined, running: begun });
        const onProgress = (progress: ModelMemoryProgress) => {
          if (asking.isCurrent(signal)) set({ running: { ...progress, of: Math.max(of, progress.answered + 1) } });
        };
        try {
          const worker = await parts.loadEngine();
          const writer = { model, scope, mostDollars, key: parts.key(model) };
          const options = { signal, onProgress, wantsPartial: true };
          const result = await worker.ask('memory-with-model', { ...request, ...writer }, options);
          results.set(asked, result);
          if (asking.isCurrent(signal)) set({ running: undefined, result, shows: 'model' });
        } catch (error) {
          if (!asking.isCurrent(signal)) return;
          set({ running: undefined });
          if (!isCancelled(error)) set({ failure: failureOf(error) });
        }
      },

      stop: () => asking.stop(),
      show: (shows) => set({ shows }),

      open: (next) => {
        if (next === session) return;
        session = next;
        preparing.drop();
        asking.drop();
        set({ ...NOTHING, result: results.get(next) });
      },
    };
  });
}
