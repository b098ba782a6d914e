/** What is known of a model. Prices are in $ per million tokens, as the vendor listed them at `asOf`. */
export interface Model {
  readonly id: string;
  readonly title?: string;
  readonly vendor: 'anthropic' | 'openai' | 'google' | 'highwater' | 'unknown';
  readonly windowTokens: number;
  /** Where the same id also runs with a larger window: only a call above the usual one proves it. */
  readonly largeWindowTokens?: number;
  readonly maxOutputTokens: number;
  /** Missing where they are not known: a cost then is unknown, never zero. */
  readonly prices?: Prices;
  readonly longPrompts?: LongPromptPrices;
  /** A shorter prefix is not cached, and nobody says so. */
  readonly minimumCacheableTokens?: number;
  /** How many tokens its tokenizer makes of a text for which Claude models before 4.7 make one. */
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

/** What all tokens of a request cost once its prompt, cached or not, is longer than this. */
export interface LongPromptPrices {
  readonly aboveTokens: number;
  readonly prices: Prices;
}

/** [E2] What Anthropic charges for the cache, as shares of the input price; newer models read at less. */
export function withCacheShares(input: number, output: number, readShare = 0.1): Prices {
  return {
    input,
    output,
    cacheWrite5m: roundedPrice(input * 1.25),
    cacheWrite1h: roundedPrice(input * 2),
    cacheRead: roundedPrice(input * readShare),
  };
}

/** Where the provider caches by itself, writing costs what sending costs. */
export function withFreeWrites(input: number, output: number, cacheRead: number): Prices {
  return { input, output, cacheWrite5m: input, cacheWrite1h: input, cacheRead };
}

/** Products like 0.8 × 0.1 would otherwise be shown with seventeen digits. */
export function roundedPrice(price: number): number {
  return Math.round(price * 1e6) / 1e6;
}
