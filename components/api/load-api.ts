import { type Api, createApi } from '@/lib/api/create-api';

export { listModels } from '@/lib/api/list-models';
export { serverStatus } from '@/lib/api/server-status';

/** The proxy of this page. */
export function apiWith(key: string | undefined): Api {
  return createApi({ baseUrl: `${location.origin}/api/anthropic`, key });
}
