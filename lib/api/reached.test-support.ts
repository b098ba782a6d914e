import { type Api, createApi } from './create-api';

export const ways = ['directly', 'through the proxy'] as const;

interface Proxied {
  readonly standIn: { readonly address: string };
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** The stand-in over HTTP, or the proxy in front of it. */
export function apiReached(way: (typeof ways)[number], proxied: Proxied, key?: string): Api {
  if (way === 'directly') return createApi({ baseUrl: proxied.standIn.address, key });
  return createApi({
    baseUrl: 'http://page/api/anthropic',
    key,
    fetch: (url, init) => proxied.ask(String(url).split('/api/anthropic')[1] ?? '', init),
  });
}
