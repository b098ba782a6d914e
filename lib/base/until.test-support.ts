import { vi } from 'vitest';

/** No test fails for the clock: so long only something that never comes takes. */
const LONG_MS = 50_000;

export function until(holds: () => boolean): Promise<true> {
  return vi.waitUntil(holds, { timeout: LONG_MS, interval: 5 });
}
