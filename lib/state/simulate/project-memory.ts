import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled, Refusal } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Result } from '../../base/result';
import { extractionOf, recallingOf } from '../../layers/bound-layer';
import type { Policy } from '../../policies/shape/policy';
import type { engine } from '../../worker/engine/client';
import type {
  EarlierSession,
  ProjectMemoryReport,
  ProjectProgress,
  ProjectRequest,
  UsedPlace,
} from '../../worker/engine/memory-messages';
import { type ProjectMember, sameProject } from './project-members';

/** The open session among the stored sessions of its working directory. */
export interface ProjectMemory {
  /** Earlier ones, oldest first. */
  readonly members: readonly ProjectMember[];
  /** Later ones of the same working directory: they can leave nothing to this one. */
  readonly later: number;
  readonly leftOut: ReadonlySet<string>;
  readonly progress: ProjectProgress | undefined;
  readonly report: ProjectMemoryReport | undefined;
  readonly failure: Failure | undefined;
  readonly isStopped: boolean;
  readonly uses: UsesState;
  /** Another session or other settings; an earlier question is dropped. */
  look(session: string, sessions: readonly ProjectMember[], policy: Policy): Promise<void>;
  toggle(id: string): void;
  stop(): void;
  again(): void;
  /** The chosen sessions, to be read with other answers; undefined while no session is looked at. */
  chosen(): Promise<ProjectRequest | undefined>;
  /** [K2] */
  countUses(): Promise<void>;
  /** With another session. */
  forget(): void;
}

export type UsesState =
  | { readonly type: 'unknown' | 'counting' }
  | { readonly type: 'counted'; readonly uses: readonly UsedPlace[] }
  | { readonly type: 'failed'; readonly failure: Failure };

export interface ProjectMemoryParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  body(id: string): Promise<Result<Blob, Failure>>;
}

interface Looked {
  readonly session: string;
  readonly sessions: readonly ProjectMember[];
  readonly policy: Policy;
}

const NOTHING = {
  members: [],
  later: 0,
  leftOut: new Set<string>(),
  progress: undefined,
  report: undefined,
  failure: undefined,
  isStopped: false,
  uses: { type: 'unknown' },
} as const;

export function createProjectMemory({ loadEngine, body }: ProjectMemoryParts): StoreApi<ProjectMemory> {
  const asking = new Latest();
  const counting = new Latest();
  let looked: Looked | undefined;
  let asked = '';

  return createStore<ProjectMemory>()((set, get) => {
    const bodies = async (members: readonly ProjectMember[]): Promise<readonly EarlierSession[]> => {
      const sessions: EarlierSession[] = [];
      for (const { id, title } of members) {
        const found = await body(id);
        if (!found.ok) throw new Refusal(found.error.what, found.error.advice);
        sessions.push({ id, title, body: found.value });
      }
      return sessions;
    };

    const ask = async () => {
      if (looked === undefined) return;
      const { policy } = looked;
      const { members, leftOut } = get();
      const signal = asking.begin();
      counting.drop();
      set({ isStopped: false, failure: undefined, uses: { type: 'unknown' } });
      try {
        const sessions = await bodies(members.filter(({ id }) => !leftOut.has(id)));
        const worker = await loadEngine();
        const onProgress = (progress: ProjectProgress) => {
          if (!signal.aborted) set({ progress });
        };
        const report = await worker.ask('project-memory', { sessions, policy }, { signal, onProgress });
        if (!signal.aborted) set({ report, progress: undefined });
      } catch (error) {
        if (!asking.isCurrent(signal)) return;
        set(
          isCancelled(error)
            ? { progress: undefined, isStopped: true }
            : { progress: undefined, failure: failureOf(error) },
        );
      }
    };

    return {
      ...NOTHING,

      look: async (session, sessions, policy) => {
        const isOther = looked?.session !== session;
        if (isOther) set(NOTHING);
        const { earlier, later } = sameProject(session, sessions);
        looked = { session, sessions, policy };
        const key = JSON.stringify([session, earlier.map(({ id }) => id), settingsOf(policy)]);
        set({ members: earlier, later: later.length });
        if (key === asked && !isOther) return;
        asked = key;
        await ask();
      },

      toggle: (id) => {
        const leftOut = new Set(get().leftOut);
        if (!leftOut.delete(id)) leftOut.add(id);
        set({ leftOut });
        void ask();
      },

      stop: () => asking.stop(),
      again: () => void ask(),

      chosen: async () => {
        if (looked === undefined) return undefined;
        const { policy } = looked;
        const { members, leftOut } = get();
        return { sessions: await bodies(members.filter(({ id }) => !leftOut.has(id))), policy };
      },

      countUses: async () => {
        const signal = counting.begin();
        set({ uses: { type: 'counting' } });
        try {
          const request = await get().chosen();
          if (request === undefined || signal.aborted) return;
          const uses = await (await loadEngine()).ask('used-across', request, { signal });
          if (!signal.aborted) set({ uses: { type: 'counted', uses } });
        } catch (error) {
          if (!signal.aborted) set({ uses: { type: 'failed', failure: failureOf(error) } });
        }
      },

      forget: () => {
        asking.drop();
        counting.drop();
        looked = undefined;
        asked = '';
        set(NOTHING);
      },
    };
  });
}

/** What of a policy the answer depends on. */
function settingsOf({ layers }: Policy): readonly unknown[] {
  return layers.map((row) => [extractionOf(row), recallingOf(row)]);
}
