import type { Usage } from './transcript';

/** Tokens that the request carried: what the model saw. */
export function inputSide(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Tokens of the context including the response. */
export function contextTotal(usage: Usage): number {
  return inputSide(usage) + usage.output;
}

/** Twice the largest window of any model. A single number of this size would distort every chart and sum. */
const MAX_TOKENS = 20_000_000;

/** Of one request. */
export function isPlausibleSize(tokens: number): boolean {
  return tokens <= MAX_TOKENS;
}

/** Synthetic errors and aborted streams have all-zero usage: no call was made. */
export function isEmptyUsage(usage: Usage): boolean {
  return contextTotal(usage) === 0;
}
