/** How long an entry stays in the provider's cache after its last use. */
export type CacheLifetime = '5m' | '1h';

export const lifetimeMs: Readonly<Record<CacheLifetime, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
