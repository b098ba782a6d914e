import { cancelled } from '../../base/failure';
import { type SweepOutcome, type SweepWorker, shareOut } from '../../sweep/share-out';
import type { SweepRow } from '../../sweep/sweep-rows';
import { Engine, type EngineWorker, startEngineWorker } from './client';
import type { EngineRequests, OpenRequest } from './messages';

export type SweepRequest = EngineRequests['sweep-values']['request'] & { readonly session: OpenRequest };

export interface SweepOptions {
  /** Terminates all workers; the sweep then rejects as cancelled. */
  readonly signal?: AbortSignal;
  /** The rows of each batch, as they arrive and in any order, for drawing. */
  readonly onRows?: (rows: readonly SweepRow[]) => void;
}

/** Each worker holds the session: more of them would cost more memory than they save time. */
const MAX_WORKERS = 8;
/** Rows this slow are shown as soon as they arrive. */
const MAX_AT_ONCE_WITH_MISSES = 1;

/** Sweeps a setting with several workers, each with the session open; all are terminated at the end. */
export class SweepPool {
  constructor(
    private readonly startWorker: () => EngineWorker,
    private readonly cores: () => number,
  ) {}

  async sweep(request: SweepRequest, { signal, onRows = () => undefined }: SweepOptions = {}): Promise<SweepOutcome> {
    // One core is left for the page.
    const count = Math.min(MAX_WORKERS, Math.max(1, this.cores() - 1));
    const engines = Array.from({ length: count }, () => new Engine(this.startWorker));
    const asking = signal === undefined ? {} : { signal };
    try {
      const workers = engines.map((engine) => sweepWorker(engine, request, asking));
      const mostAtOnce = request.countsMisses ? MAX_AT_ONCE_WITH_MISSES : undefined;
      const outcome = await shareOut(request.values, workers, onRows, mostAtOnce);
      if (signal?.aborted) throw cancelled();
      return outcome;
    } finally {
      for (const engine of engines) engine.stop();
    }
  }
}

/** Opens the session with its first values: few values do not need all workers. */
function sweepWorker(
  engine: Engine,
  { session, values, ...swept }: SweepRequest,
  asking: Pick<SweepOptions, 'signal'>,
): SweepWorker {
  let opened: Promise<null> | undefined;
  return {
    async rows(batch) {
      opened ??= engine.ask('open-for-sweep', session, asking);
      await opened;
      return engine.ask('sweep-values', { ...swept, values: batch }, asking);
    },
  };
}

export const sweepPool = new SweepPool(startEngineWorker, () => navigator.hardwareConcurrency);
