import { vi } from 'vitest';

/** So long that only something that never happens takes it: no test depends on timing. */
const LONG_MS = 50_000;

export function until(holds: () => boolean): Promise<true> {
  return vi.waitUntil(holds, { timeout: LONG_MS, interval: 5 });
}
