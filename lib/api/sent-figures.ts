import { optional } from '../base/optional';
import type { Usage } from '../transcript/transcript';
import type { Answer } from './stream-message';

/** What requests took, all tries together. */
export interface SentFigures {
  readonly usage?: Usage;
  /** A part of the usage was not reported, but counted here. */
  readonly isUsageEstimated?: true;
  /** Its price is that of a batch, and its time unknown. */
  readonly isInBatch?: true;
  /** Missing where the price of a part is not known. */
  readonly dollars?: number;
  readonly timeMs: number;
  readonly firstTokenMs?: number;
  readonly tries: number;
}

export function sentOnce({ usage, isUsageEstimated, dollars, timeMs, firstTokenMs }: Answer): SentFigures {
  return {
    timeMs,
    tries: 1,
    ...optional('usage', usage),
    ...optional('isUsageEstimated', isUsageEstimated),
    ...optional('dollars', dollars),
    ...optional('firstTokenMs', firstTokenMs),
  };
}

/** Of one request after another. */
export function sentTogether(before: SentFigures | undefined, next: SentFigures): SentFigures {
  if (before === undefined) return next;
  return {
    timeMs: before.timeMs + next.timeMs,
    tries: before.tries + next.tries,
    ...optional('usage', addUsage(before.usage, next.usage)),
    ...optional('isUsageEstimated', before.isUsageEstimated ?? next.isUsageEstimated),
    ...optional('dollars', added(before.dollars, next.dollars)),
    ...optional('firstTokenMs', next.firstTokenMs ?? before.firstTokenMs),
  };
}

/** A try that was refused says no figures, and costs nothing. */
function added(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}

function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  };
}
