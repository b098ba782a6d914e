import { availableParallelism } from 'node:os';
import type { Failure } from '../../lib/base/failure';
import { ok, type Result } from '../../lib/base/result';
import type { RowRequest } from '../../lib/rows/rows-of';
import { jobBytes, type RowJob } from './row-job';
import { RowPool } from './row-pool';
import { type ComputedRows, type RowRun, type RowWork, type RunOptions, startRun } from './row-run';
import { failedRows, runJob } from './run-job';

/** Less than that is done before a thread has started. */
const BYTES_WORTH_THREADS = 8_000_000;

export interface LocalOptions extends RunOptions {
  /** 0: in this one. By default, as many as there are cores, if there is enough to do. */
  readonly threads?: number;
}

/** A job during which the process ended so often is its reason. */
const TIMES_ENDED = 2;

/** The rows of all jobs, computed on this machine. */
export async function computeRows(work: RowWork, options: LocalOptions = {}): Promise<Result<ComputedRows, Failure>> {
  const started = startRun(work, options);
  if (!started.ok) return started;
  const run = started.value;
  giveUp(run);
  const places = run.places();
  const threads = Math.min(options.threads ?? threadsWorth(work, places), places.length);
  const pool = threads === 0 ? undefined : new RowPool(threads);
  const compute: Compute = pool === undefined ? runJob : (job, request) => pool.run({ job, request });
  const stop = () => void pool?.close();
  options.signal?.addEventListener('abort', stop);
  try {
    // What was under way when the process ended is tried alone: if it ends again, the reason is known.
    const suspects = places.filter((place) => run.timesEnded(place) > 0).values();
    const others = places.filter((place) => run.timesEnded(place) === 0).values();
    await computeAll(suspects, run, compute, options.signal);
    const lanes = Array.from({ length: pool?.places ?? 1 }, () => others);
    await Promise.all(lanes.map((lane) => computeAll(lane, run, compute, options.signal)));
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await pool?.close();
  }
  return ok(run.computed());
}

type Compute = (job: RowJob, request: RowRequest, signal?: AbortSignal) => ReturnType<typeof runJob>;

async function computeAll(
  places: Iterable<number>,
  run: RowRun,
  compute: Compute,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { jobs, request } = run.work;
  for (const place of places) {
    const job = jobs[place];
    if (signal?.aborted || job === undefined) return;
    run.begin(place);
    const answer = await compute(job, request, signal);
    if (signal?.aborted) return;
    run.add(place, answer.ok ? answer.value.rows : failedRows(job, request, answer.error));
  }
}

/** Memory that something outside of JavaScript takes ends the process and not only the thread. */
function giveUp(run: RowRun): void {
  const { jobs, request } = run.work;
  for (const place of run.places()) {
    const job = jobs[place];
    if (job === undefined || run.timesEnded(place) < TIMES_ENDED) continue;
    const what = 'The session could not be computed: the whole process ended each time that it was tried.';
    run.add(place, failedRows(job, request, { what, advice: 'Compute it on a machine with more memory.' }));
  }
}

function threadsWorth({ jobs }: RowWork, places: readonly number[]): number {
  let bytes = 0;
  for (const place of places) bytes += jobs[place] === undefined ? 0 : jobBytes(jobs[place]);
  return bytes < BYTES_WORTH_THREADS ? 0 : availableParallelism();
}
