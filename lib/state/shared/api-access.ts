import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiFailure } from '../../api/api-failure';
import type { ApiKeys } from '../../api/asker/model-asker';
import type { ListedModel } from '../../api/list-models';
import type { Failure } from '../../base/failure';
import type { Result } from '../../base/result';
import type { ProxyStatus } from '../../proxy/status-schema';

/** Whether models are available, and which. */
export interface ApiAccess {
  /** Missing until the server has answered. */
  readonly server: ProxyStatus | undefined;
  /** As the API lists them; missing until the answer, or if it fails. */
  readonly models: readonly ListedModel[] | undefined;
  readonly failure: Failure | undefined;
  /** Of the OpenAI-compatible server. */
  readonly compatible: CompatibleAccess;
  /** Again, with the current keys. */
  look(keys: ApiKeys): Promise<void>;
}

export interface CompatibleAccess {
  /** Missing unless the server has answered: what it needs is only known from that. */
  readonly models?: readonly ListedModel[];
  readonly failure?: Failure;
}

export interface ApiAccessParts {
  serverStatus(): Promise<Result<ProxyStatus, ApiFailure>>;
  listModels(key: string | undefined): Promise<Result<readonly ListedModel[], ApiFailure>>;
  listCompatible(key: string | undefined): Promise<Result<readonly ListedModel[], ApiFailure>>;
}

export function createApiAccess(parts: ApiAccessParts): StoreApi<ApiAccess> {
  let looks = 0;
  return createStore<ApiAccess>()((set) => ({
    server: undefined,
    models: undefined,
    failure: undefined,
    compatible: {},
    look: async (keys) => {
      looks += 1;
      const mine = looks;
      const status = await parts.serverStatus();
      if (mine !== looks) return;
      if (!status.ok) {
        set({ server: undefined, models: undefined, compatible: {}, failure: status.error });
        return;
      }
      const server = status.value;
      set({ server, failure: undefined });
      const lookForModels = async () => {
        if (keys.anthropic === undefined && !server.hasKey) {
          set({ models: undefined });
          return;
        }
        const listed = await parts.listModels(keys.anthropic);
        if (mine !== looks) return;
        set(listed.ok ? { models: listed.value } : { models: undefined, failure: listed.error });
      };
      const lookForCompatible = async () => {
        const { hasKey, upstream } = server.openai;
        // OpenAI itself needs a key. Another address was set by someone who wants it to be used.
        if (keys.openai === undefined && !hasKey && upstream === 'default') {
          set({ compatible: {} });
          return;
        }
        const listed = await parts.listCompatible(keys.openai);
        if (mine !== looks) return;
        set({ compatible: listed.ok ? { models: listed.value } : { failure: listed.error } });
      };
      await Promise.all([lookForModels(), lookForCompatible()]);
    },
  }));
}
