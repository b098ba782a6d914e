import { isBreak } from './cache-break';
import type { CacheTokens, PredictedCall } from './recorded-cache';

/**
 * Errors of the predictions, as shares of the tokens sent. First calls are not compared: the file does not show what
 * other sessions had left in the cache.
 */
export interface CacheError {
  readonly compared: number;
  readonly read: Spread;
  readonly written: Spread;
  readonly uncached: Spread;
  /** Calls whose three figures are all off by less than 1 % of the tokens sent. */
  readonly within1Percent: number;
  /** Predicting a hit is nearly always right: what counts is predicting the breaks. */
  readonly breaks: PredictedBreaks;
}

export interface Spread {
  readonly median: number;
  readonly p90: number;
}

/** [E4] Recorded breaks, how many of them were predicted, and false alarms. */
export interface PredictedBreaks {
  readonly recorded: number;
  readonly predicted: number;
  readonly falseAlarms: number;
}

const CLOSE = 0.01;

export function cacheErrorOf(predictions: readonly PredictedCall[]): CacheError | undefined {
  const compared = predictions.filter(({ predicted }) => predicted.why !== 'first');
  if (compared.length === 0) return undefined;
  const shares = (name: keyof CacheTokens) =>
    compared.map(({ sent, recorded, predicted }) => Math.abs(predicted[name] - recorded[name]) / sent);
  const [read, written, uncached] = [shares('read'), shares('written'), shares('uncached')];
  const largest = read.map((share, index) => Math.max(share, written[index] ?? 0, uncached[index] ?? 0));
  return {
    compared: compared.length,
    read: spread(read),
    written: spread(written),
    uncached: spread(uncached),
    within1Percent: largest.filter((share) => share < CLOSE).length,
    breaks: breaksOf(predictions),
  };
}

function breaksOf(predictions: readonly PredictedCall[]): PredictedBreaks {
  const found = { recorded: 0, predicted: 0, falseAlarms: 0 };
  predictions.forEach(({ recorded, predicted }, index) => {
    if (predicted.why === 'first') return;
    const before = predictions[index - 1]?.recorded.read ?? 0;
    const isPredicted = isBreak(before, predicted.read);
    if (!isBreak(before, recorded.read)) found.falseAlarms += isPredicted ? 1 : 0;
    else {
      found.recorded += 1;
      found.predicted += isPredicted ? 1 : 0;
    }
  });
  return found;
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p90: at(0.9) };
}
