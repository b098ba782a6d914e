import type { ApiFailure } from './api-failure';

export interface RetryWait {
  readonly waitMs: number;
  /** The API asked for so long; else it is our guess, longer from time to time. */
  readonly isAskedFor: boolean;
}

const MOST_WAITS = 5;
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** How long to wait before asking again; nothing where asking again would not help, or was tried often enough. */
export function retryWait({ kind, retryAfterMs }: ApiFailure, waitsSoFar: number): RetryWait | undefined {
  if (waitsSoFar >= MOST_WAITS || kind === 'too-long') return undefined;
  if (retryAfterMs !== undefined) return { waitMs: retryAfterMs, isAskedFor: true };
  if (kind !== 'rate-limit' && kind !== 'overloaded') return undefined;
  return { waitMs: Math.min(LONGEST_MS, FIRST_MS * 2 ** waitsSoFar), isAskedFor: false };
}

export interface WaitOptions {
  /** Aborted, the wait is over at once. */
  readonly signal: AbortSignal;
  /** At the beginning, and then at every second of the countdown. */
  readonly onTick: (leftMs: number) => void;
}

const TICK_MS = 1_000;

export async function waitBeforeRetry(
  waitMs: number,
  { signal, onTick }: WaitOptions,
): Promise<'waited' | 'cancelled'> {
  const endMs = performance.now() + waitMs;
  for (let leftMs = waitMs; leftMs > 0; leftMs = endMs - performance.now()) {
    if (signal.aborted) return 'cancelled';
    onTick(leftMs);
    // To the next whole second: a countdown by steps of its own would leave one out now and then.
    await pause(leftMs % TICK_MS || TICK_MS, signal);
  }
  return signal.aborted ? 'cancelled' : 'waited';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
