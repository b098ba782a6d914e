import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiFailure } from '../../api/api-failure';
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
  /** Again, with the current key. */
  look(key: string | undefined): Promise<void>;
}

export interface ApiAccessParts {
  serverStatus(): Promise<Result<ProxyStatus, ApiFailure>>;
  listModels(key: string | undefined): Promise<Result<readonly ListedModel[], ApiFailure>>;
}

export function createApiAccess({ serverStatus, listModels }: ApiAccessParts): StoreApi<ApiAccess> {
  let looks = 0;
  return createStore<ApiAccess>()((set) => ({
    server: undefined,
    models: undefined,
    failure: undefined,
    look: async (key) => {
      looks += 1;
      const mine = looks;
      const status = await serverStatus();
      if (mine !== looks) return;
      if (!status.ok) {
        set({ server: undefined, models: undefined, failure: status.error });
        return;
      }
      set({ server: status.value, failure: undefined });
      if (key === undefined && !status.value.hasKey) {
        set({ models: undefined });
        return;
      }
      const listed = await listModels(key);
      if (mine !== looks) return;
      set(listed.ok ? { models: listed.value } : { models: undefined, failure: listed.error });
    },
  }));
}
