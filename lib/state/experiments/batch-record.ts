import type { Result } from '../../base/result';
import {
  count,
  flag,
  forgivingObject,
  ifGood,
  listOf,
  object,
  oneOf,
  type Parsed,
  parseBy,
  text,
} from '../../base/schema';

const request = object({ customId: text, job: text, row: text, boundary: text, repeat: count });

const counts = object({ processing: count, succeeded: count, errored: count, canceled: count, expired: count });

const batch = forgivingObject({
  /** Ours: the API's is only known once it has answered. */
  id: text,
  atMs: count,
  /** Missing while it is sent, and for good if the page closed before the answer. */
  apiId: ifGood(text),
  requests: listOf(request),
  state: oneOf(['sending', 'in_progress', 'canceling', 'ended']),
  counts: ifGood(counts),
  createdMs: ifGood(count),
  expiresMs: ifGood(count),
  lookedMs: ifGood(count),
  /** The API no longer has its results. */
  isArchived: flag,
  /** Nothing more is expected of it. */
  isSettled: flag,
  /** What was wrong with its results. */
  found: ifGood(object({ damaged: count, unknown: count, repeated: count, missing: count })),
});

/** A batch of an experiment, from before it is sent until its results are stored. */
export type ExperimentBatch = Parsed<typeof batch>;
export type BatchedJob = ExperimentBatch['requests'][number];

export const batchForm = {
  write: (kept: ExperimentBatch): unknown => kept,
  parse: (value: unknown): Result<ExperimentBatch> => parseBy(batch, value),
};

/** [V8] The jobs whose answers are still expected from a batch: they are not asked anywhere else. */
export function owedJobs(batches: readonly ExperimentBatch[]): readonly string[] {
  return batches.flatMap(({ isSettled, requests }) => (isSettled ? [] : requests.map(({ job }) => job)));
}

/** One of the API's that has not ended. */
export function isOpenBatch({ apiId, state, isSettled }: ExperimentBatch): boolean {
  return apiId !== undefined && state !== 'ended' && !isSettled;
}

/** The same result has the same name, however often it is fetched. */
export function batchAnswerId({ id }: ExperimentBatch, { customId }: Pick<BatchedJob, 'customId'>): string {
  return `${id}.${customId}`;
}

/** [V8] As the API allows it: `r2.b1.3` as `r2_b1_3`. */
export function customIdOf(job: string): string {
  return job.replaceAll('.', '_');
}
