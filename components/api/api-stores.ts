import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ApiKeys } from '@/lib/api/asker/model-asker';
import { optional } from '@/lib/base/optional';
import { providerOf } from '@/lib/economics/model-provider';
import { createApiAccess } from '@/lib/state/shared/api-access';
import { createApiKey } from '@/lib/state/shared/api-key';
import { keptText } from '@/lib/storage/kept-text';

/** For each API. */
export const apiKeys = {
  anthropic: createApiKey(keptText('highwater.api-key', () => sessionStorage)),
  openai: createApiKey(keptText('highwater.openai-key', () => sessionStorage)),
};

/** The user's own keys, as far as set. */
export function currentKeys(): ApiKeys {
  return keysOf(apiKeys.anthropic.getState().key, apiKeys.openai.getState().key);
}

/** The key for requests to a model. */
export function keyFor(model: string): string | undefined {
  return apiKeys[providerOf(model)].getState().key;
}

/** The SDK is large, and is not needed for comparing existing summaries. */
export const loadApi = () => import('./load-api');

export const apiAccess = createApiAccess({
  serverStatus: async () => (await loadApi()).serverStatus(location.origin),
  listModels: async (key) => {
    const { apiWith, listModels } = await loadApi();
    return listModels(apiWith(key));
  },
  listCompatible: async (key) => {
    const { chatApiWith, listChatModels } = await import('./load-chat-api');
    return listChatModels(chatApiWith(key));
  },
});

/** Looks which models are available, now and whenever a key changes. */
export function useApiAccess(): void {
  const anthropic = useStore(apiKeys.anthropic, ({ key }) => key);
  const openai = useStore(apiKeys.openai, ({ key }) => key);
  useEffect(() => {
    for (const store of Object.values(apiKeys)) store.getState().recall();
  }, []);
  useEffect(() => void apiAccess.getState().look(keysOf(anthropic, openai)), [anthropic, openai]);
}

function keysOf(anthropic: string | undefined, openai: string | undefined): ApiKeys {
  return { ...optional('anthropic', anthropic), ...optional('openai', openai) };
}
