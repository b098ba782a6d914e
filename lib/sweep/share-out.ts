import type { SweepRow } from './sweep-rows';

/** Computes rows for values: a browser worker, a thread, or the calling code. */
export interface SweepWorker {
  /** Called with one batch at a time. Rejects if it died. */
  rows(values: readonly number[]): Promise<readonly SweepRow[]>;
}

export interface SweepOutcome {
  /** In the order of the values. */
  readonly rows: readonly SweepRow[];
  /** A worker stopped, and the others could not compute all the rest. */
  readonly failure?: SweepFailure;
}

export interface SweepFailure {
  /** The values without a row. */
  readonly lost: readonly number[];
  readonly cause: unknown;
}

/** Batches this short let rows arrive visibly, when a row takes milliseconds. */
const MAX_AT_ONCE = 8;
/** Share of the rest per batch: a worker with too large a batch would keep the others waiting at the end. */
const SHARE_AT_ONCE = 1 / 4;

/**
 * Distributes the values in batches, each to the first free worker. A worker that fails gets no more, and its batch is
 * lost: it would probably make the next worker fail too.
 */
export async function shareOut(
  values: readonly number[],
  workers: readonly SweepWorker[],
  onRows: (rows: readonly SweepRow[]) => void,
  mostAtOnce = MAX_AT_ONCE,
): Promise<SweepOutcome> {
  const batches = batchesOf(values, workers.length, mostAtOnce);
  const done = new Map<number, readonly SweepRow[]>();
  const causes: unknown[] = [];
  let next = 0;
  const work = async (worker: SweepWorker) => {
    for (let place = next++; place < batches.length; place = next++) {
      try {
        done.set(place, await worker.rows(batches[place] ?? []));
      } catch (cause) {
        causes.push(cause);
        return;
      }
      onRows(done.get(place) ?? []);
    }
  };
  await Promise.all(workers.map(work));
  const rows = batches.flatMap((_, place) => done.get(place) ?? []);
  if (causes.length === 0) return { rows };
  return { rows, failure: { lost: batches.filter((_, place) => !done.has(place)).flat(), cause: causes[0] } };
}

/** Smaller towards the end, so that all workers finish at about the same time. */
export function batchesOf(
  values: readonly number[],
  workers: number,
  mostAtOnce: number,
): readonly (readonly number[])[] {
  const batches: (readonly number[])[] = [];
  for (let from = 0; from < values.length; ) {
    const size = Math.min(mostAtOnce, Math.ceil(((values.length - from) / workers) * SHARE_AT_ONCE));
    batches.push(values.slice(from, from + size));
    from += size;
  }
  return batches;
}
