import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeSessionLines } from '../samples/large-session';
import type { BenchOptions, Measurement } from './measurement';

const MEGABYTE = 1_000_000;
const FILE_BYTES = 100 * MEGABYTE;

/** Measured in one process: the import and its baseline, alternating, and the peak memory. */
export interface ImportTimes {
  readonly importMs: readonly number[];
  readonly floorMs: readonly number[];
  readonly peakBytes: number;
}

/** Imports a Claude Code file of 100 MB, compared with a plain streaming split and `JSON.parse` of the same bytes. */
export async function importLarge({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'highwater-bench-'));
  try {
    const file = join(folder, 'large.jsonl');
    await writeLines(file, largeSessionLines(FILE_BYTES, 1));
    const times = measure(file, ['--rounds', isQuick ? '3' : '7']);
    const memory = measure(file, ['--rounds', '1', '--without-floor']);
    const ratio = Math.min(...times.importMs) / Math.min(...times.floorMs);
    return [
      { name: 'import of 100 MB of Claude Code', value: ratio, unit: '× JSON.parse', limit: 2 },
      { name: 'peak memory of that import', value: memory.peakBytes / MEGABYTE, unit: 'MB', limit: 400 },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file);
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

/** In a separate process, so that nothing else counts as its memory. */
function measure(file: string, options: readonly string[]): ImportTimes {
  const script = fileURLToPath(new URL('./import-once.ts', import.meta.url));
  const run = spawnSync(process.execPath, ['--import', 'tsx', script, file, ...options], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`The import of the bench's own file failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as ImportTimes;
}
