import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../lib/base/median';
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
    const rounds = Array.from({ length: isQuick ? 5 : 20 }, () => roundOf(runs));
    const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
    const floorMs = (round: Round) => round[FLOOR] ?? Number.NaN;
    return Object.keys(runs).flatMap((name) => {
      const tookMs = (round: Round) => round[name] ?? Number.NaN;
      if (name === FLOOR) return [{ name: `start-up: ${name}`, value: medianOf(tookMs), unit: 'ms', limit: null }];
      const ratio = medianOf((round) => tookMs(round) / floorMs(round));
      const aboveMs = medianOf((round) => tookMs(round) - floorMs(round));
      return [
        { name: `start-up: ${name}`, value: ratio, unit: `× ${FLOOR}`, limit: name === '--help' ? 1.3 : 2.5 },
        { name: `start-up: ${name}, above ${FLOOR}`, value: aboveMs, unit: 'ms', limit: null },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of each run. */
type Round = Readonly<Record<string, number>>;

/** One after the other, and compared within the round: what else the machine does slows down all of them. */
function roundOf(runs: Readonly<Record<string, readonly string[]>>): Round {
  const took = Object.entries(runs).map(([name, words]) => {
    const startMs = performance.now();
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
    if (status !== 0 && status !== 2) throw new Error(`"${name}" did not start`);
    return [name, performance.now() - startMs] as const;
  });
  return Object.fromEntries(took);
}
