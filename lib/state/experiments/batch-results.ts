import type { BatchResults } from '../../api/batches/batch-api';
import type { BatchResult } from '../../api/batches/result-line';
import { type Failure, failureOf } from '../../base/failure';
import { type BatchedJob, batchAnswerId, type ExperimentBatch } from './batch-record';
import type { BatchParts } from './batch-sender';
import type { Experiment, StoredAnswer } from './experiment-record';
import { answered, askedPrompt } from './experiment-runner';

export interface TakenResults {
  readonly found: NonNullable<ExperimentBatch['found']>;
  /** Every result that was given is stored. */
  readonly isStored: boolean;
  /** Why some are not stored yet: they can be fetched again. */
  readonly problem: Failure | undefined;
}

/**
 * [V8] Stores each result as the answer to its request, once. Results are matched by id alone: their order says nothing,
 * and those of a batch that was fetched before are there already.
 */
export async function takeResults(
  parts: Pick<BatchParts, 'engines' | 'nowMs' | 'keep'>,
  experiment: Experiment,
  batch: ExperimentBatch,
  { results, damagedLines }: BatchResults,
  answers: readonly StoredAnswer[],
): Promise<TakenResults> {
  const requests = new Map(batch.requests.map((request) => [request.customId, request]));
  const stored = new Set(answers.map(({ id }) => id));
  const done = new Set(answers.flatMap(({ state, job }) => (state === 'whole' ? [job] : [])));
  const first = new Map<string, BatchResult>();
  let [unknown, repeated] = [0, 0];
  for (const result of results) {
    const request = requests.get(result.customId);
    if (request === undefined) unknown += 1;
    else if (first.has(result.customId)) repeated += 1;
    else first.set(result.customId, result);
  }
  let problem: Failure | undefined;
  let isStored = true;
  for (const boundary of experiment.boundaries) {
    for (const request of batch.requests.filter((each) => each.boundary === boundary.id)) {
      if (!isStored && problem === undefined) break;
      const result = first.get(request.customId);
      if (result === undefined || stored.has(batchAnswerId(batch, request))) continue;
      if (done.has(request.job)) {
        repeated += 1;
        continue;
      }
      const kept = await keepResult(parts, experiment, { batch, request, result });
      if (kept === undefined) continue;
      isStored = false;
      if (kept !== 'not-kept') problem ??= kept;
    }
  }
  const isMissing = (request: BatchedJob) => !first.has(request.customId) && !stored.has(batchAnswerId(batch, request));
  const missing = batch.requests.filter(isMissing).length;
  return { found: { damaged: damagedLines.length, unknown, repeated, missing }, isStored, problem };
}

interface Matched {
  readonly batch: ExperimentBatch;
  readonly request: BatchedJob;
  readonly result: BatchResult;
}

/** Scored next to its session, as every answer is. */
async function keepResult(
  { engines, nowMs, keep }: Pick<BatchParts, 'engines' | 'nowMs' | 'keep'>,
  { rows, boundaries, maxTokens }: Experiment,
  { batch, request, result }: Matched,
): Promise<Failure | 'not-kept' | undefined> {
  const row = rows.find(({ id }) => id === request.row);
  const boundary = boundaries.find(({ id }) => id === request.boundary);
  if (row?.type !== 'model' || boundary === undefined) return undefined;
  const { customId: _, ...asked } = request;
  const id = batchAnswerId(batch, request);
  try {
    const ended = await engines.use(boundary.session, async (engine, __, rules) => {
      const writer = { type: 'batch', model: row.model, outcome: result.outcome } as const;
      const { place } = boundary;
      return answered(await engine.ask('compact', { id, place, writer, maxTokens, ...askedPrompt(row) }), rules);
    });
    const isKept = await keep({ id, ...asked, atMs: nowMs(), ...ended.answer }, ended.lists);
    return isKept ? undefined : 'not-kept';
  } catch (error) {
    return failureOf(error);
  }
}
