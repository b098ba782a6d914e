import { cancelled } from '../../base/failure';
import { type SweepOutcome, type SweepWorker, shareOut } from '../../sweep/share-out';
import type { SweepRow } from '../../sweep/sweep-rows';
import { Engine, type EngineWorker, startEngineWorker } from './client';
import type { EngineRequests, OpenRequest } from './messages';

export type SweepRequest = EngineRequests['sweep-values']['request'] & { readonly session: OpenRequest };

export interface SweepOptions {
  /** Ends all workers at once; the sweep then rejects, as cancelled. */
  readonly signal?: AbortSignal;
  /** The rows of each batch, as they come and in any order: to draw them. */
  readonly onRows?: (rows: readonly SweepRow[]) => void;
}

/** Each worker holds the session: more of them would cost more memory than they save time. */
const MOST_WORKERS = 8;
/** Such a row takes so long that it is shown as soon as it is there. */
const MOST_AT_ONCE_WITH_MISSES = 1;

/** Sweeps a setting with several workers, each with the session open; when it is done, none of them is left. */
export class SweepPool {
  constructor(
    private readonly startWorker: () => EngineWorker,
    private readonly cores: () => number,
  ) {}

  async sweep(request: SweepRequest, { signal, onRows = () => undefined }: SweepOptions = {}): Promise<SweepOutcome> {
    // One core is left for the page.
    const count = Math.min(MOST_WORKERS, Math.max(1, this.cores() - 1));
    const engines = Array.from({ length: count }, () => new Engine(this.startWorker));
    const asking = signal === undefined ? {} : { signal };
    try {
      const workers = engines.map((engine) => sweepWorker(engine, request, asking));
      const mostAtOnce = request.countsMisses ? MOST_AT_ONCE_WITH_MISSES : undefined;
      const outcome = await shareOut(request.values, workers, onRows, mostAtOnce);
      if (signal?.aborted) throw cancelled();
      return outcome;
    } finally {
      for (const engine of engines) engine.stop();
    }
  }
}

/** Opens the session when it gets its first values: with few values, not all of the workers are needed. */
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
