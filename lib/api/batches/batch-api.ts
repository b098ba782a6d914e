import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../base/json';
import { fail, ok, type Result } from '../../base/result';
import { parseBy } from '../../base/schema';
import type { ApiFailure } from '../api-failure';
import type { Api } from '../create-api';
import { type Attempt, endedEarly, failureFrom } from '../failure-from';
import { linesOf } from './batch-lines';
import { type BatchStatus, batchStatus } from './batch-status';
import { type BatchResult, resultIn } from './result-line';

export interface BatchedRequest {
  readonly customId: string;
  readonly body: JsonObject;
}

export interface CreateFailure extends ApiFailure {
  /** The connection ended before the answer: the batch may exist. */
  readonly mayExist: boolean;
}

/** Of one batch. */
export interface BatchResults {
  readonly results: readonly BatchResult[];
  /** By number, from 1. */
  readonly damagedLines: readonly number[];
  /** Why there may be more. */
  readonly failure?: ApiFailure;
}

const UNCERTAIN: readonly ApiFailure['kind'][] = ['connection', 'broken-off', 'unreachable', 'aborted'];

/** Sent once: a second try could create a second batch. */
export async function createBatch(
  { sdk, key }: Api,
  requests: readonly BatchedRequest[],
): Promise<Result<BatchStatus, CreateFailure>> {
  const attempt = { tried: 'Creating the batch', key };
  const body = {
    // The API rejects invalid parameters itself.
    requests: requests.map(({ customId, body: params }) => ({
      custom_id: customId,
      params: params as JsonObject & Anthropic.MessageCreateParamsNonStreaming,
    })),
  };
  const created = await statusFrom(() => sdk.messages.batches.create(body), attempt);
  return created.ok ? created : fail({ ...created.error, mayExist: UNCERTAIN.includes(created.error.kind) });
}

export function retrieveBatch({ sdk, key }: Api, id: string): Promise<Result<BatchStatus, ApiFailure>> {
  return statusFrom(() => sdk.messages.batches.retrieve(id), { tried: `Looking at batch ${id}`, key });
}

/** What is in progress is finished, and billed. */
export function cancelBatch({ sdk, key }: Api, id: string): Promise<Result<BatchStatus, ApiFailure>> {
  return statusFrom(() => sdk.messages.batches.cancel(id), { tried: `Cancelling batch ${id}`, key });
}

/**
 * Not by the SDK's own function: that one takes the address of the results from the batch, which is the API's and not
 * our proxy's, and ends at the first damaged line.
 */
export async function batchResults(
  { sdk, key }: Api,
  id: string,
  modelOf: (customId: string) => string | undefined,
): Promise<Result<BatchResults, ApiFailure>> {
  const attempt = { tried: `Fetching the results of batch ${id}`, key };
  const results: BatchResult[] = [];
  const damagedLines: number[] = [];
  let number = 0;
  try {
    const path = `/v1/messages/batches/${encodeURIComponent(id)}/results`;
    const response = await sdk.get(path, { headers: { accept: 'application/binary' } }).asResponse();
    if (response.body === null) return fail(toldOfBatch(endedEarly(attempt), NO_RESULTS));
    for await (const line of linesOf(response.body)) {
      number += 1;
      const result = line === undefined ? undefined : resultIn(line, { model: modelOf, key });
      if (result === undefined) damagedLines.push(number);
      else results.push(result);
    }
    return ok({ results, damagedLines });
  } catch (error) {
    const failure = toldOfBatch(failureFrom(error, { ...attempt, hasBegun: number > 0 }), NO_RESULTS);
    return number === 0 ? fail(failure) : ok({ results, damagedLines, failure });
  }
}

const NOT_FOUND =
  'It was created with another key or in another workspace, or was deleted. Set the key that it was created with.';
const NO_RESULTS = `It has not ended, or its results are older than 29 days. ${NOT_FOUND}`;

/** What to do about other requests does not help here. */
function toldOfBatch(failure: ApiFailure, notFound = NOT_FOUND): ApiFailure {
  if (failure.status === 404) return { ...failure, advice: notFound };
  if (failure.kind === 'request') return { ...failure, advice: 'Send the requests one after another instead.' };
  if (failure.kind === 'broken-off') return { ...failure, advice: 'What had arrived is kept. Try again.' };
  return failure;
}

async function statusFrom(ask: () => Promise<unknown>, attempt: Attempt): Promise<Result<BatchStatus, ApiFailure>> {
  try {
    const parsed = parseBy(batchStatus, await ask());
    return parsed.ok ? parsed : fail(toldOfBatch(endedEarly(attempt)));
  } catch (error) {
    return fail(toldOfBatch(failureFrom(error, attempt)));
  }
}
