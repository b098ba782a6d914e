import { createApiAccess } from '@/lib/state/shared/api-access';
import { createApiKey } from '@/lib/state/shared/api-key';
import { keptText } from '@/lib/storage/kept-text';

export const apiKey = createApiKey(keptText('highwater.api-key', () => sessionStorage));

/** The SDK is large, and is not needed for comparing existing summaries. */
export const loadApi = () => import('./load-api');

export const apiAccess = createApiAccess({
  serverStatus: async () => (await loadApi()).serverStatus(location.origin),
  listModels: async (key) => {
    const { apiWith, listModels } = await loadApi();
    return listModels(apiWith(key));
  },
});
