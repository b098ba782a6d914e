import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CompactionCosts } from '../../../lib/bills/cost-figures';
import type { FileFigures } from '../../../lib/bills/session-figures';

export interface FileJob {
  readonly type: 'figures' | 'costs';
  readonly path: string;
  readonly bytes: number;
}

/** Both are missing if the file could not be read. */
export interface Outcome {
  readonly figures?: FileFigures;
  readonly costs?: readonly CompactionCosts[];
}

/** As a thread tells it. */
export interface JobDone extends Outcome {
  readonly job: number;
}

export interface SharedWork {
  readonly jobs: readonly FileJob[];
  /** The number of the next job, for whoever is free. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** Starting a thread takes as long as reading so many bytes, or counting one session. */
const BYTES_PER_THREAD = 16_000_000;
const COUNTED_PER_THREAD = 2;

/** All threads, and this one, take the largest file that is left. */
export async function shareWork(
  jobs: readonly FileJob[],
  onDone: (job: FileJob, outcome: Outcome) => void,
  most = availableParallelism(),
): Promise<void> {
  const ordered = [...jobs].sort((a, b) => b.bytes - a.bytes);
  const work: SharedWork = { jobs: ordered, next: new Int32Array(new SharedArrayBuffer(4)) };
  const bytes = jobs.reduce((sum, job) => sum + job.bytes, 0);
  const counted = jobs.filter(({ type }) => type === 'costs').length;
  const worthwhile = Math.floor(Math.max(bytes / BYTES_PER_THREAD, counted / COUNTED_PER_THREAD));
  const threads = Math.max(0, Math.min(most - 1, worthwhile, jobs.length - 1));
  const told = ({ job, ...outcome }: JobDone) => {
    const done = ordered[job];
    if (done !== undefined) onDone(done, outcome);
  };
  const others = Array.from({ length: threads }, () => inThread(work, told));
  await Promise.all([doWork(work, told), ...others]);
}

export async function doWork({ jobs, next }: SharedWork, onDone: (done: JobDone) => void): Promise<void> {
  for (let job = Atomics.add(next, 0, 1); job < jobs.length; job = Atomics.add(next, 0, 1)) {
    const given = jobs[job];
    if (given !== undefined) onDone({ job, ...(await outcomeOf(given)) });
    // What the threads have found is told in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function outcomeOf({ type, path }: FileJob): Promise<Outcome> {
  // Loading what reads and what replays takes longer than a run that finds all in the index.
  try {
    if (type === 'costs') {
      const { readCosts } = await import('./read-costs');
      const costs = await readCosts(path);
      return costs === undefined ? {} : { costs };
    }
    const { readFigures } = await import('./read-file');
    const figures = await readFigures(path);
    return figures === undefined ? {} : { figures };
  } catch (error) {
    // It vanished, or may not be read. Anything else is a bug, and would be one for every file.
    if (error instanceof Error && 'code' in error) return {};
    throw error;
  }
}

function inThread(work: SharedWork, onDone: (done: JobDone) => void): Promise<void> {
  const thread = new Worker(new URL('./figures-worker.mjs', import.meta.url), { workerData: work });
  return new Promise((resolve, reject) => {
    thread.on('message', onDone);
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
}
