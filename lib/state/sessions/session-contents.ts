import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Contents } from '../../simulator/recorded/contents';
import type { engine } from '../../worker/engine/client';

/** What fills the contexts of the open session. The answer stays until there is a newer one. */
export interface SessionContents {
  readonly contents: Contents | undefined;
  readonly failure: Failure | undefined;
  /** Earlier requests are dropped. */
  lookAt(call: number): Promise<void>;
  /** With another session. */
  forget(): void;
}

export interface SessionContentsParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
}

export function createSessionContents({ loadEngine }: SessionContentsParts): StoreApi<SessionContents> {
  const asked = new Latest();
  return createStore<SessionContents>()((set) => ({
    contents: undefined,
    failure: undefined,

    lookAt: async (call) => {
      const signal = asked.begin();
      try {
        const answer = await (await loadEngine()).ask('contents-at', { call }, { signal });
        if (signal.aborted || answer.type === 'overtaken') return;
        set({ contents: answer.value, failure: undefined });
      } catch (error) {
        if (!signal.aborted && !isCancelled(error)) set({ failure: failureOf(error) });
      }
    },

    forget: () => {
      asked.drop();
      set({ contents: undefined, failure: undefined });
    },
  }));
}
