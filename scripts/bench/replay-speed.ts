import { runBundled } from './bundled';
import type { BenchOptions, Measurement } from './measurement';

/**
 * A replay compared with `JSON.parse` of the same session, its growth with the session, a sweep, and looking up one call.
 */
export async function replaySpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const printed = await runBundled(new URL('./replay-measurements.ts', import.meta.url), isQuick ? ['quick'] : []);
  return JSON.parse(printed);
}
