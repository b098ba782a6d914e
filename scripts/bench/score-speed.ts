import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled';
import type { BenchOptions, Measurement } from './measurement';

const SAMPLES = fileURLToPath(new URL('../../public/samples', import.meta.url));

/**
 * A first score of 200,000 tokens, including the index of the session, compared with `JSON.parse` of that session, and
 * its growth.
 */
export async function scoreSpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const printed = await runBundled(new URL('./score-measurements.ts', import.meta.url), [
    SAMPLES,
    ...(isQuick ? ['quick'] : []),
  ]);
  return JSON.parse(printed);
}
