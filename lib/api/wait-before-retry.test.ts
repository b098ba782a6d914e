import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiFailure, ApiFailureKind } from './api-failure';
import { retryWait, waitBeforeRetry } from './wait-before-retry';

const failure = (kind: ApiFailureKind, retryAfterMs?: number): ApiFailure => ({
  kind,
  what: '',
  advice: '',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('the wait before a retry', () => {
  it('is what the API requests, however long', () => {
    expect(retryWait(failure('rate-limit', 3_600_000), 0)).toEqual({ waitMs: 3_600_000, isAskedFor: true });
    expect(retryWait(failure('server', 500), 0)).toEqual({ waitMs: 500, isAskedFor: true });
  });

  it('grows from try to try if the API names none, and has an upper limit', () => {
    const waits = [0, 1, 2, 3, 4, 5].map((so) => retryWait(failure('overloaded'), so)?.waitMs);
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, undefined]);
    expect(retryWait(failure('rate-limit', 100), 5)).toBeUndefined();
  });

  it('is undefined if the same would fail again, or after a stop by the user', () => {
    for (const kind of ['key', 'credit', 'no-key', 'request', 'too-long', 'aborted', 'broken-off', 'server'] as const) {
      expect(retryWait(failure(kind), 0)).toBeUndefined();
    }
    expect(retryWait(failure('too-long', 500), 0)).toBeUndefined();
  });
});

describe('a wait', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('counts down in whole seconds', async () => {
    const ticks: number[] = [];
    const waiting = waitBeforeRetry(3_400, { signal: new AbortController().signal, onTick: (ms) => ticks.push(ms) });
    await vi.advanceTimersByTimeAsync(3_399);
    expect(ticks).toEqual([3_400, 3_000, 2_000, 1_000]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBe('waited');
    expect(ticks).toHaveLength(4);
  });

  it('ends immediately when cancelled, and leaves nothing behind', async () => {
    const cancel = new AbortController();
    const waiting = waitBeforeRetry(60_000, { signal: cancel.signal, onTick: () => undefined });
    await vi.advanceTimersByTimeAsync(1_500);
    cancel.abort();
    expect(await waiting).toBe('cancelled');
    expect(vi.getTimerCount()).toBe(0);
    const ticks: number[] = [];
    expect(await waitBeforeRetry(60_000, { signal: cancel.signal, onTick: (ms) => ticks.push(ms) })).toBe('cancelled');
    expect(ticks).toEqual([]);
  });
});
