import { count, listOf, object, type Parsed, text } from '../../../lib/base/schema';
import type { RowRequest } from '../../../lib/rows/rows-of';
import { ENGINE_VERSION, ROW_VERSION } from '../../../lib/rows/session-row';
import { fileRowSchema, type RowJob, rowJobSchema, shortHash } from '../row-job';
import { jobWork } from '../run-progress';

/** The keys in Redis start with it. */
export const PREFIX = 'highwater';
/** Every run puts its work into the same queue: a worker needs to know no runs. Those of another version have another. */
export const QUEUE = `rows-${ROW_VERSION}.${ENGINE_VERSION}`;

const placedJob = object({ place: count, key: text, job: rowJobSchema });

/** What a worker gets at a time. */
export const batchSchema = object({ run: text, question: text, jobs: listOf(placedJob) });

/** What it gives back. The place alone would say another thing in another run. */
export const batchResultSchema = object({
  batch: text,
  rows: listOf(object({ place: count, key: text, rows: listOf(fileRowSchema) })),
});

export type RowBatch = Parsed<typeof batchSchema>;
export type BatchResult = Parsed<typeof batchResultSchema>;

/** The question is asked once, and not in every batch: its policies are longer than the addresses of many files. */
export function questionKey(question: string): string {
  return `${PREFIX}:question:${question}`;
}

export function resultsKey(run: string): string {
  return `${PREFIX}:run:${run}:results`;
}

/** The same batch of the same run is the same job, however often it is added. */
export function batchId({ run, question, jobs }: RowBatch): string {
  return `b${shortHash([run, question, jobs.map(({ key }) => key)])}`;
}

/** A worker reads and replays so many bytes in a millisecond, under one policy without counting losses. */
const BYTES_PER_MS = 100_000;
const SHARE_OF_A_POLICY = 0.5;
const SHARE_WITH_LOSSES = 2;

/** A guess, for sharing out alone: how long a job takes. */
export function guessedMs(job: RowJob, { policies, counts }: RowRequest): number {
  const perPolicy = counts.losses ? SHARE_WITH_LOSSES : SHARE_OF_A_POLICY;
  return (jobWork(job) * (1 + policies.length * perPolicy)) / BYTES_PER_MS;
}

const SHORTEST_BATCH_MS = 500;
/** A worker asks Redis about so often for each batch, one after another. */
const TRIPS = 4;
/** Of the work, for the way to Redis and back. */
const SHARE_OF_TRIPS = 0.05;

/**
 * How long a batch should take, so that the way to Redis and back is a small part of it. In steps, so that the batches
 * are the same when a run goes on later.
 */
export function batchMs(tripMs: number): number {
  const least = (tripMs * TRIPS) / SHARE_OF_TRIPS;
  let ms = SHORTEST_BATCH_MS;
  while (ms < least) ms *= 2;
  return ms;
}
