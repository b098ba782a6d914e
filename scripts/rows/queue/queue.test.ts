import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../command-line/run-highwater.test-support';
import { computeRows } from '../compute-rows';
import { request, writeSessions } from '../made-up-sessions.test-support';
import type { RowJob } from '../row-job';
import type { ComputedRows } from '../row-run';
import { sessionJobs } from '../session-jobs';
import { computeRowsOnQueue, type QueueOptions } from './compute-rows-on-queue';
import { TestRedis, withoutRedis } from './redis.test-support';

const SESSIONS = 24;

/** Loaded before a worker and each of its threads: a file of this name ends the process as the system would. */
const endsAtPoison = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const open = fs.openSync;
  fs.openSync = (path, ...others) => {
    if (String(path).endsWith('poison.jsonl')) process.kill(process.pid, 'SIGKILL');
    return open(path, ...others);
  };
  syncBuiltinESMExports();
`)}`;

const written = (computed: ComputedRows) => [...computed.rows()].map((row) => JSON.stringify(row));

describe.skipIf(withoutRedis !== undefined)(
  `a queue${withoutRedis === undefined ? '' : ` (skipped: ${withoutRedis})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'highwater-queue-'));
    const workers: ChildProcess[] = [];
    let said = '';
    let redis: TestRedis;
    let jobs: readonly RowJob[];
    let expected: readonly string[];

    beforeAll(async () => {
      redis = await TestRedis.start();
      writeSessions(folder, SESSIONS);
      jobs = await sessionJobs([folder]);
      const alone = await computeRows({ jobs, request }, { threads: 0 });
      if (!alone.ok) throw new Error(alone.error.what);
      expected = written(alone.value);
      alone.value.close();
    });

    afterAll(async () => {
      await Promise.all(workers.map(end));
      await redis?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** All of them are at work when it returns: otherwise the first ones might do everything. */
    async function startWorkers(count: number): Promise<void> {
      for (let started = 0; started < count; started++) {
        const words = ['worker', '--queue', redis.address.url, '--concurrency', '1', '--patience', '2'];
        const worker = spawn(process.execPath, ['--import', endsAtPoison, command, ...words], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        worker.stderr.on('data', (text) => (said += text));
        workers.push(worker);
      }
      await expect.poll(() => said.split('Waiting for work').length - 1).toBe(workers.length);
    }

    async function end(worker: ChildProcess | undefined): Promise<void> {
      if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
      const ended = once(worker, 'exit');
      worker.kill('SIGKILL');
      await ended;
    }

    async function compute(options: Partial<QueueOptions> = {}, given = jobs): Promise<ComputedRows> {
      const usual = { queue: redis.address, batchMs: 1, underWay: 6, checkMs: 500 };
      const computed = await computeRowsOnQueue({ jobs: given, request }, { ...usual, ...options });
      if (!computed.ok) throw new Error(computed.error.what);
      return computed.value;
    }

    function rowsOnce(computed: ComputedRows): readonly string[] {
      const rows = written(computed);
      computed.close();
      return rows;
    }

    it('gives the rows of one thread, from one worker', async () => {
      await startWorkers(1);
      expect(rowsOnce(await compute())).toEqual(expected);
    });

    it('gives them in batches, from two workers', async () => {
      await startWorkers(1);
      expect(rowsOnce(await compute({ batchMs: 20 }))).toEqual(expected);
    });

    it('gives each once if a worker of four is killed and Redis is restarted in the middle', async () => {
      await startWorkers(2);
      const notices: string[] = [];
      let answers = 0;
      const accidents: Promise<void>[] = [];
      const computed = await compute({
        notice: (text) => notices.push(text),
        onRows: () => {
          answers += 1;
          if (answers === 4) accidents.push(end(workers[0]));
          if (answers === 8) accidents.push(redis.restart(300));
        },
      });
      await Promise.all(accidents);
      expect(accidents).toHaveLength(2);
      expect(notices).toHaveLength(2);
      expect(rowsOnce(computed)).toEqual(expected);
    });

    it('goes on where it was stopped', async () => {
      const runFile = join(folder, '.run', 'rows.jsonl');
      const stop = new AbortController();
      let answers = 0;
      const begun = await compute({ runFile, signal: stop.signal, onRows: () => ++answers === 8 && stop.abort() });
      expect(begun.isComplete).toBe(false);
      begun.close();
      const first: number[] = [];
      const ended = await compute({ runFile, onProgress: ({ jobsReused }) => first.push(jobsReused) });
      expect(first[0]).toBeGreaterThanOrEqual(8);
      expect(rowsOnce(ended)).toEqual(expected);
    });

    it('gives up a session that ends every worker, and says so in its rows', async () => {
      const path = join(folder, 'poison.jsonl');
      writeFileSync(path, '{}\n');
      const poisoned = await sessionJobs([path, join(folder, 'session-1.jsonl')]);
      await startWorkers(1);
      const rows = [...(await compute({}, poisoned)).rows()];
      expect(rows.map(({ failure }) => failure?.what)).toEqual([
        ...request.policies.map(() => expect.stringContaining('every worker that began it ended')),
        ...request.policies.map(() => undefined),
      ]);
    });

    it('never prints the password', () => {
      expect(said).toContain('Waiting for work at redis://127.0.0.1:');
      expect(said).not.toContain(redis.password);
    });
  },
);
