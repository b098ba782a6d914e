import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../lib/rows/statistics/random';
import { TestRedis, withoutRedis } from '../rows/queue/redis.test-support';
import { largeSessionLines } from '../samples/large-session';
import { bundledInto } from './bundled';
import type { BenchOptions, Measurement } from './measurement';
import type { ScaleTimes } from './scale-once';
import { batchTrip } from './scale-trip';

const SESSIONS = 1_000;
const SESSIONS_QUICK = 100;
const ROUNDS = 3;
const MEGABYTE = 1_000_000;

/** Node collects garbage on a second core even for one thread. */
const ON_ONE_CORE = ['taskset', '--cpu-list', '0'];
const canPin = spawnSync('taskset', ['--version']).status === 0;

/** 1,000 sessions under four policies: in one thread, in two, and what the queue adds to each batch. */
export async function scale({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-bench-'));
  try {
    const count = isQuick ? SESSIONS_QUICK : SESSIONS;
    const sessions = join(folder, 'sessions');
    const bytes = writeSessions(sessions, count);
    // As it is installed: to load TypeScript takes each thread longer than many sessions.
    const script = await bundledInto(join(folder, 'code'), [
      new URL('./scale-once.ts', import.meta.url),
      new URL('../rows/row-worker.ts', import.meta.url),
    ]);
    const [one, two, onOneCore] = fastestInTurn([
      () => compute(script, sessions, 1),
      () => compute(script, sessions, 2),
      ...(canPin ? [() => compute(script, sessions, 1, ON_ONE_CORE)] : []),
    ]);
    if (one === undefined || two === undefined || one.rows !== two.rows)
      throw new Error('Two threads gave other rows than one.');
    const name = `${count} sessions × 4 policies`;
    return [
      ...(onOneCore === undefined
        ? []
        : [{ name: `${name}: two threads`, value: onOneCore.ms / two.ms, unit: '× one core', limit: null }]),
      { name: `${name}: two threads`, value: one.ms / two.ms, unit: '× one thread on both cores', limit: null },
      { name: `${name}: the work of two threads`, value: two.cpuMs / one.cpuMs, unit: '× that of one', limit: null },
      { name: `${name}: peak memory, two threads`, value: two.peakBytes / MEGABYTE, unit: 'MB', limit: 500 },
      {
        name: `${name}: a session of ${Math.round(bytes / count / 1_000)} kB`,
        value: one.cpuMs / count,
        unit: 'ms of CPU',
        limit: null,
      },
      ...(await trip()),
      { name: 'load of the machine', value: loadavg()[0] ?? 0, unit: 'at the end', limit: null },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of each, the fastest of its runs: a machine that others use, too, is slower at some times than at others. */
function fastestInTurn(ways: readonly (() => ScaleTimes)[]): readonly (ScaleTimes | undefined)[] {
  const rounds = Array.from({ length: ROUNDS }, () => ways.map((run) => run()));
  return ways.map((_, way) => {
    const runs = rounds.flatMap((round) => round[way] ?? []);
    return runs.toSorted((a, b) => a.ms - b.ms)[0];
  });
}

/** Half of them small, few of them large, as they are with people. */
function writeSessions(folder: string, count: number): number {
  const random = new Random('scale');
  let written = 0;
  mkdirSync(folder);
  for (let index = 0; index < count; index++) {
    const text = [...largeSessionLines(40_000 * 2 ** (7 * random.fraction() ** 2), index)].join('\n');
    writeFileSync(join(folder, `${index}.jsonl`), `${text}\n`);
    written += text.length;
  }
  return written;
}

/** In a separate process, so that nothing else counts as its memory. */
function compute(script: string, sessions: string, threads: number, pinned: readonly string[] = []): ScaleTimes {
  const [command = '', ...words] = [...pinned, process.execPath, script, sessions, `${threads}`];
  const run = spawnSync(command, words, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`The rows of the bench's own sessions failed: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

async function trip(): Promise<Measurement[]> {
  if (withoutRedis !== undefined) {
    process.stderr.write(`Without the queue: ${withoutRedis}\n`);
    return [];
  }
  const redis = await TestRedis.start();
  try {
    const { addMs, workMs, collectMs, resultBytes } = await batchTrip(redis.address);
    return [
      { name: 'a batch of 20 sessions: into the queue', value: addMs, unit: 'ms', limit: null },
      { name: 'a batch of 20 sessions: to a worker and back', value: workMs, unit: 'ms', limit: 25 },
      { name: 'a batch of 20 sessions: collecting its rows', value: collectMs, unit: 'ms', limit: null },
      { name: 'a batch of 20 sessions: its rows', value: resultBytes / 1_000, unit: 'kB', limit: null },
    ];
  } finally {
    await redis.stop();
  }
}
