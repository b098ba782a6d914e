import Anthropic from '@anthropic-ai/sdk';
import { optional } from '../base/optional';

export interface ApiOptions {
  /** The proxy: the page's own origin and `/api/anthropic`. */
  readonly baseUrl: string;
  /** The page's key. Without one, the server's is used. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch;
}

/** The official SDK, and the key that must not appear in any message. */
export interface Api {
  readonly sdk: Anthropic;
  readonly key: string | undefined;
}

export function createApi({ baseUrl, key: given, fetch }: ApiOptions): Api {
  const key = given?.trim() || undefined;
  const sdk = new Anthropic({
    apiKey: key ?? null,
    // Otherwise the SDK looks for credentials elsewhere, or sends a header that the proxy takes for a key.
    ...(key === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    baseURL: baseUrl,
    dangerouslyAllowBrowser: true,
    // The page shows waits and lets the user stop them.
    maxRetries: 0,
    ...optional('fetch', fetch),
  });
  return { sdk, key };
}
