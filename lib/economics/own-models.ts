import { type Model, withCacheShares } from './model';

/** The script that plays a model in the playground. Its prices are made up, so that window and bill change. */
export const SCRIPTED_MODEL = 'highwater-scripted';

export const ownModels: readonly Model[] = [
  {
    id: SCRIPTED_MODEL,
    title: 'Scripted',
    vendor: 'highwater',
    windowTokens: 200_000,
    maxOutputTokens: 32_000,
    prices: withCacheShares(3, 15),
    minimumCacheableTokens: 1_024,
    tokensFactor: 1,
    source: 'made up: priced like a model of middle size',
    asOf: '2026-11',
    isUncertain: true,
  },
];
