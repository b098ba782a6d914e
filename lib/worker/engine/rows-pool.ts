import { cancelled, type Failure, failureOf, isCancelled } from '../../base/failure';
import type { RowRequest } from '../../rows/rows-of';
import type { SessionRow } from '../../rows/session-row';
import { Engine, type EngineWorker, startEngineWorker } from './client';
import type { SessionBody } from './messages';

/** One session under what it lacks. */
export interface RowsJob extends RowRequest {
  readonly id: string;
  readonly hash: string;
  /** Read when its turn comes: not all sessions are in memory at once. Rejects if it cannot be. */
  body(): Promise<SessionBody>;
}

export interface RowsOutcome {
  readonly id: string;
  readonly rows: readonly SessionRow[];
  /** Instead of rows. The other sessions go on. */
  readonly failure?: Failure;
}

export interface RowsOptions {
  /** Terminates all workers; the run then rejects as cancelled. */
  readonly signal: AbortSignal;
  /** As they arrive, in any order. */
  onOutcome(outcome: RowsOutcome): void;
}

/** Each worker holds one session, and the largest have hundreds of MB. */
const MAX_WORKERS = 8;

/** Rows of many sessions, each by the next free worker, which forgets the session then. All are terminated at the end. */
export class RowsPool {
  constructor(
    private readonly startWorker: () => EngineWorker,
    private readonly cores: () => number,
  ) {}

  async run(jobs: readonly RowsJob[], { signal, onOutcome }: RowsOptions): Promise<void> {
    // One core is left for the page.
    const count = Math.min(MAX_WORKERS, Math.max(1, this.cores() - 1), jobs.length);
    const engines = Array.from({ length: count }, () => new Engine(this.startWorker));
    let next = 0;
    const work = async (engine: Engine) => {
      for (let job = jobs[next++]; job !== undefined && !signal.aborted; job = jobs[next++]) {
        const outcome = await outcomeOf(job, engine, signal);
        if (signal.aborted) return;
        onOutcome(outcome);
      }
    };
    try {
      await Promise.all(engines.map(work));
      if (signal.aborted) throw cancelled();
    } finally {
      for (const engine of engines) engine.stop();
    }
  }
}

/** A worker that dies of a session is started again for the next. */
async function outcomeOf(job: RowsJob, engine: Engine, signal: AbortSignal): Promise<RowsOutcome> {
  const { id, hash, policies, counts } = job;
  try {
    const body = await job.body();
    return { id, rows: await engine.ask('session-rows', { ...body, hash, policies, counts }, { signal }) };
  } catch (error) {
    if (isCancelled(error)) return { id, rows: [] };
    return { id, rows: [], failure: failureOf(error) };
  }
}

export const rowsPool = new RowsPool(startEngineWorker, () => navigator.hardwareConcurrency);
