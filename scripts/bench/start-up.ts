import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../command-line/commands';
import { bundle } from '../package/bundle';
import { projectFolder } from '../set-up/project.mjs';
import type { BenchOptions, Measurement } from './measurement';

/** Nothing can start sooner. */
const FLOOR = 'bare node';

/** How long the packed command line takes until it reads its options, against Node alone in the same rounds. */
export async function startUp({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-start-'));
  try {
    for (const file of ['package.json', 'scripts/highwater.mjs', 'scripts/set-up/install']) {
      cpSync(join(projectFolder, file), join(folder, file), { recursive: true });
    }
    await bundle(projectFolder, join(folder, 'packed/code'));
    const launcher = join(folder, 'scripts/highwater.mjs');
    const runs: Readonly<Record<string, readonly string[]>> = {
      [FLOOR]: ['-e', '0'],
      '--help': [launcher, '--help'],
      ...Object.fromEntries(Object.keys(commands).map((name) => [name, [launcher, name, '--no-such-option']])),
    };
    const fastestMs = fastestOf(runs, isQuick ? 5 : 20);
    const floorMs = fastestMs.get(FLOOR) ?? 0;
    return [...fastestMs].flatMap(([name, ms]) =>
      name === FLOOR
        ? [{ name: `start-up: ${name}`, value: ms, unit: 'ms', limit: null }]
        : [
            {
              name: `start-up: ${name}`,
              value: ms / floorMs,
              unit: `× ${FLOOR}`,
              limit: name === '--help' ? 1.3 : 2.5,
            },
            { name: `start-up: ${name}, above ${FLOOR}`, value: ms - floorMs, unit: 'ms', limit: null },
          ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In turns, so that what else the machine does slows down all of them. */
function fastestOf(runs: Readonly<Record<string, readonly string[]>>, rounds: number): ReadonlyMap<string, number> {
  const fastestMs = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, words] of Object.entries(runs)) {
      const startMs = performance.now();
      const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
      const tookMs = performance.now() - startMs;
      if (status !== 0 && status !== 2) throw new Error(`"${name}" did not start`);
      fastestMs.set(name, Math.min(tookMs, fastestMs.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return fastestMs;
}
