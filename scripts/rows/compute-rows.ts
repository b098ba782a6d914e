import { availableParallelism } from 'node:os';
import type { Failure } from '../../lib/base/failure';
import { ok, type Result } from '../../lib/base/result';
import { jobBytes } from './row-job';
import { RowPool } from './row-pool';
import { type ComputedRows, RowRun, type RowWork, type RunOptions } from './row-run';
import { failedRows, runJob } from './run-job';

/** Less than that is done before a thread has started. */
const BYTES_WORTH_THREADS = 8_000_000;

export interface LocalOptions extends RunOptions {
  /** 0: in this one. By default, as many as there are cores, if there is enough to do. */
  readonly threads?: number;
}

/** The rows of all jobs, computed on this machine. */
export async function computeRows(work: RowWork, options: LocalOptions = {}): Promise<Result<ComputedRows, Failure>> {
  const run = new RowRun(work, options);
  const places = run.places();
  const threads = Math.min(options.threads ?? threadsWorth(work, places), places.length);
  await (threads === 0 ? here(run, places, options.signal) : inThreads(run, places, threads, options.signal));
  return ok(run.computed());
}

function threadsWorth({ jobs }: RowWork, places: readonly number[]): number {
  let bytes = 0;
  for (const place of places) bytes += jobs[place] === undefined ? 0 : jobBytes(jobs[place]);
  return bytes < BYTES_WORTH_THREADS ? 0 : availableParallelism();
}

async function here(run: RowRun, places: readonly number[], signal: AbortSignal | undefined): Promise<void> {
  const { jobs, request } = run.work;
  for (const place of places) {
    const job = jobs[place];
    if (signal?.aborted || job === undefined) return;
    const answer = await runJob(job, request, signal);
    if (signal?.aborted) return;
    run.add(place, answer.ok ? answer.value.rows : failedRows(job, request, answer.error));
  }
}

async function inThreads(
  run: RowRun,
  places: readonly number[],
  threads: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { jobs, request } = run.work;
  const pool = new RowPool(threads);
  const stop = () => void pool.close();
  signal?.addEventListener('abort', stop);
  const left = places.values();
  const lane = async () => {
    for (const place of left) {
      const job = jobs[place];
      if (signal?.aborted || job === undefined) return;
      const answer = await pool.run({ job, request });
      if (signal?.aborted) return;
      run.add(place, answer.ok ? answer.value.rows : failedRows(job, request, answer.error));
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, lane));
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool.close();
  }
}
