import { type Model, withFreeWrites } from './model';

const PRICING = 'https://ai.google.dev/gemini-api/docs/pricing';
const CATALOGUE = 'https://models.dev';
const LONG = 200_000;

type Row = Pick<Model, 'id' | 'prices' | 'longPrompts' | 'minimumCacheableTokens'> & { readonly source?: string };

const proPrices = {
  prices: withFreeWrites(2, 12, 0.2),
  longPrompts: { aboveTokens: LONG, prices: withFreeWrites(4, 18, 0.4) },
};

const rows: readonly Row[] = [
  // Introductory until 2026-12-31.
  { id: 'gemini-3.8-flash', prices: withFreeWrites(0.75, 3.75, 0.075) },
  { id: 'gemini-3.7-flash', prices: withFreeWrites(1.5, 7.5, 0.15) },
  { id: 'gemini-3.5-flash', prices: withFreeWrites(1.5, 9, 0.15) },
  { id: 'gemini-3.1-pro', ...proPrices },
  { id: 'gemini-3.1-flash-lite', prices: withFreeWrites(0.25, 1.5, 0.025) },
  { id: 'gemini-3-pro', ...proPrices, minimumCacheableTokens: 4_096 },
  { id: 'gemini-3-flash', prices: withFreeWrites(0.5, 3, 0.05), minimumCacheableTokens: 1_024, source: PRICING },
  {
    id: 'gemini-2.5-pro',
    prices: withFreeWrites(1.25, 10, 0.125),
    longPrompts: { aboveTokens: LONG, prices: withFreeWrites(2.5, 15, 0.25) },
    minimumCacheableTokens: 4_096,
  },
  { id: 'gemini-2.5-flash', prices: withFreeWrites(0.3, 2.5, 0.03), minimumCacheableTokens: 1_024 },
  { id: 'gemini-2.5-flash-lite', prices: withFreeWrites(0.1, 0.4, 0.01) },
];

/** All uncertain: the vendor's page was only available in copies, and cache storage is charged by the hour. */
export const googleModels: readonly Model[] = rows.map((row) => ({
  vendor: 'google',
  windowTokens: 1_048_576,
  maxOutputTokens: 65_536,
  tokensFactor: 1,
  source: CATALOGUE,
  asOf: '2026-10',
  isUncertain: true,
  ...row,
}));
