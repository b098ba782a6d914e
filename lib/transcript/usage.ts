import type { Usage } from './transcript';

/** Tokens the request carried: what the model was shown. */
export function inputSide(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** Tokens of the context once the response stands in it. */
export function contextTotal(usage: Usage): number {
  return inputSide(usage) + usage.output;
}

/** All-zero usage is written for synthetic errors and aborted streams: no call was made. */
export function isEmptyUsage(usage: Usage): boolean {
  return contextTotal(usage) === 0;
}
