/** Facts about a model. Prices are in $ per million tokens, as the vendor listed them at `asOf`. */
export interface Model {
  readonly id: string;
  readonly title?: string;
  readonly vendor: 'anthropic' | 'openai' | 'google' | 'highwater' | 'unknown';
  readonly windowTokens: number;
  /** If the same id also runs with a larger window: only a call above the usual window proves it. */
  readonly largeWindowTokens?: number;
  readonly maxOutputTokens: number;
  /** Missing if unknown: a cost is then unknown, never zero. */
  readonly prices?: Prices;
  readonly longPrompts?: LongPromptPrices;
  /** Shorter prefixes are silently not cached. */
  readonly minimumCacheableTokens?: number;
  /** Tokens its tokenizer produces where Claude models before 4.7 produce one. */
  readonly tokensFactor: number;
  readonly source: string;
  readonly asOf: string;
  /** Some figure of the row was not found on the vendor's own page, or is announced to change. */
  readonly isUncertain: boolean;
}

export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
}

/** The price of all tokens of a request whose prompt, cached or not, is longer than this. */
export interface LongPromptPrices {
  readonly aboveTokens: number;
  readonly prices: Prices;
}

/** [E2] Anthropic's cache prices, as shares of the input price; newer models read for less. */
export function withCacheShares(input: number, output: number, readShare = 0.1): Prices {
  return {
    input,
    output,
    cacheWrite5m: roundedPrice(input * 1.25),
    cacheWrite1h: roundedPrice(input * 2),
    cacheRead: roundedPrice(input * readShare),
  };
}

/** For providers that cache automatically, writing costs the same as sending. */
export function withFreeWrites(input: number, output: number, cacheRead: number): Prices {
  return { input, output, cacheWrite5m: input, cacheWrite1h: input, cacheRead };
}

/** Of a server of one's own, as far as the user says. */
export const freePrices: Prices = { input: 0, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 };

/** Products such as 0.8 × 0.1 would otherwise be shown with seventeen digits. */
export function roundedPrice(price: number): number {
  return Math.round(price * 1e6) / 1e6;
}
