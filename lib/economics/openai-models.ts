import { type LongPromptPrices, type Model, type Prices, roundedPrice, withFreeWrites } from './model';

const PAGES = 'https://developers.openai.com/api/docs/models';
const CATALOGUE = 'https://models.dev';
const AUTUMN = '2026-10';
const MINIMUM_CACHEABLE_TOKENS = 1_024;

type Row = Omit<Model, 'vendor' | 'tokensFactor' | 'asOf' | 'isUncertain' | 'source'> &
  Partial<Pick<Model, 'asOf' | 'isUncertain' | 'source'>>;

/** From 5.6 on, writing to the cache costs more than sending, and the lifetime is up to the provider. */
function withPaidWrites(input: number, output: number, cacheRead: number): Prices {
  const cacheWrite = roundedPrice(input * 1.25);
  return { input, output, cacheWrite5m: cacheWrite, cacheWrite1h: cacheWrite, cacheRead };
}

/** Above this length, all input of the request costs twice as much and all output 1.5 times as much. */
function longPrompts(prices: Prices): LongPromptPrices {
  return {
    aboveTokens: 272_000,
    prices: {
      input: roundedPrice(prices.input * 2),
      output: roundedPrice(prices.output * 1.5),
      cacheWrite5m: roundedPrice(prices.cacheWrite5m * 2),
      cacheWrite1h: roundedPrice(prices.cacheWrite1h * 2),
      cacheRead: roundedPrice(prices.cacheRead * 2),
    },
  };
}

function withLongPrompts(prices: Prices): Pick<Model, 'prices' | 'longPrompts'> {
  return { prices, longPrompts: longPrompts(prices) };
}

const million = { windowTokens: 1_050_000, maxOutputTokens: 128_000 };
const gpt5 = { windowTokens: 400_000, maxOutputTokens: 128_000 };
const gpt41 = { windowTokens: 1_047_576, maxOutputTokens: 32_768 };
const reasoning = { windowTokens: 200_000, maxOutputTokens: 100_000 };
const gpt4o = { windowTokens: 128_000, maxOutputTokens: 16_384 };

const rows: readonly Row[] = [
  // Promotional price, announced to last at least until 2026-11-21.
  ...['gpt-5.6', 'gpt-5.6-sol'].map((id) => ({
    id,
    ...million,
    ...withLongPrompts(withPaidWrites(4, 20, 0.4)),
    source: `${PAGES}/gpt-5.6-sol`,
    isUncertain: true,
  })),
  { id: 'gpt-5.6-terra', ...million, ...withLongPrompts(withPaidWrites(2, 12, 0.2)) },
  { id: 'gpt-5.6-luna', ...million, ...withLongPrompts(withPaidWrites(0.2, 1.2, 0.02)) },
  { id: 'gpt-5.5', ...million, ...withLongPrompts(withFreeWrites(5, 30, 0.5)) },
  { id: 'gpt-5.4', ...million, ...withLongPrompts(withFreeWrites(2.5, 15, 0.25)), isUncertain: true },
  { id: 'gpt-5.4-mini', ...gpt5, prices: withFreeWrites(0.75, 4.5, 0.075) },
  { id: 'gpt-5.4-nano', ...gpt5, prices: withFreeWrites(0.2, 1.25, 0.02) },
  ...['gpt-5.3-codex', 'gpt-5.2', 'gpt-5.2-codex'].map((id) => ({
    id,
    ...gpt5,
    prices: withFreeWrites(1.75, 14, 0.175),
    source: CATALOGUE,
    isUncertain: true,
  })),
  ...['gpt-5', 'gpt-5-codex'].map((id) => ({ id, ...gpt5, prices: withFreeWrites(1.25, 10, 0.125) })),
  ...['gpt-5.1', 'gpt-5.1-codex', 'gpt-5.1-codex-max'].map((id) => ({
    id,
    ...gpt5,
    prices: withFreeWrites(1.25, 10, 0.125),
    source: CATALOGUE,
    isUncertain: true,
  })),
  ...['gpt-5-mini', 'gpt-5.1-codex-mini'].map((id) => ({
    id,
    ...gpt5,
    prices: withFreeWrites(0.25, 2, 0.025),
    source: CATALOGUE,
    isUncertain: true,
  })),
  { id: 'gpt-5-nano', ...gpt5, prices: withFreeWrites(0.05, 0.4, 0.005) },
  { id: 'gpt-4.1', ...gpt41, prices: withFreeWrites(2, 8, 0.5), isUncertain: true },
  { id: 'gpt-4.1-mini', ...gpt41, prices: withFreeWrites(0.4, 1.6, 0.1), isUncertain: true },
  { id: 'gpt-4.1-nano', ...gpt41, prices: withFreeWrites(0.1, 0.4, 0.025) },
  { id: 'gpt-4o', ...gpt4o, prices: withFreeWrites(2.5, 10, 1.25), isUncertain: true },
  // The first snapshot was more expensive than later ones, and its page was not found.
  { id: 'gpt-4o-2024-05-13', windowTokens: 128_000, maxOutputTokens: 4_096, isUncertain: true },
  { id: 'gpt-4o-mini', ...gpt4o, prices: withFreeWrites(0.15, 0.6, 0.075), isUncertain: true },
  ...[
    { id: 'o4-mini', prices: withFreeWrites(1.1, 4.4, 0.275) },
    { id: 'o3', prices: withFreeWrites(2, 8, 0.5) },
    { id: 'o3-mini', prices: withFreeWrites(1.1, 4.4, 0.55) },
    { id: 'o1', prices: withFreeWrites(15, 60, 7.5) },
  ].map((row) => ({ ...row, ...reasoning, source: CATALOGUE, isUncertain: true })),
];

export const openaiModels: readonly Model[] = rows.map((row) => ({
  vendor: 'openai',
  tokensFactor: 1,
  minimumCacheableTokens: MINIMUM_CACHEABLE_TOKENS,
  source: `${PAGES}/${row.id}`,
  asOf: AUTUMN,
  isUncertain: false,
  ...row,
}));
