import { runBundled } from './bundled';
import type { BenchOptions, Measurement } from './measurement';

/** A replay against `JSON.parse` of the same session, how it grows with the session, a sweep, and a look into one call. */
export async function replaySpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const printed = await runBundled(new URL('./replay-measurements.ts', import.meta.url), isQuick ? ['quick'] : []);
  return JSON.parse(printed);
}
