import type { ApiFailure } from './api-failure';

export interface RetryWait {
  readonly waitMs: number;
  /** Whether the API requested this wait; otherwise it is our guess, which grows with each attempt. */
  readonly isAskedFor: boolean;
}

const MAX_WAITS = 5;
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** How long to wait before a retry; undefined if a retry would not help, or after too many. */
export function retryWait({ kind, retryAfterMs }: ApiFailure, waitsSoFar: number): RetryWait | undefined {
  if (waitsSoFar >= MAX_WAITS || kind === 'too-long') return undefined;
  if (retryAfterMs !== undefined) return { waitMs: retryAfterMs, isAskedFor: true };
  if (kind !== 'rate-limit' && kind !== 'overloaded') return undefined;
  return { waitMs: Math.min(LONGEST_MS, FIRST_MS * 2 ** waitsSoFar), isAskedFor: false };
}

export interface WaitOptions {
  /** Aborting ends the wait immediately. */
  readonly signal: AbortSignal;
  /** Called at the start, and then every second of the countdown. */
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
    // Until the next full second: fixed steps would sometimes skip one.
    await pause(leftMs % TICK_MS || TICK_MS, signal);
  }
  return signal.aborted ? 'cancelled' : 'waited';
}

/** Ends early with the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
