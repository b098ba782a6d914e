import type { IncomingMessage } from 'node:http';
import { asArray, asObject, asText, type JsonObject } from '../../lib/base/json';
import { ERRORS } from './behaviour';
import type { AnswerMessage } from './make-answer';
import type { SeenRequest } from './seen-requests';

/** The documented limits. They repeat those of lib/api on purpose: a validator must not share figures with what it validates. */
export const MAX_BATCH_BYTES = 256 * 1024 * 1024;
const MAX_REQUESTS = 100_000;
const CUSTOM_ID = /^[a-zA-Z0-9_-]{1,64}$/;
const DAY_MS = 24 * 3_600_000;
const RESULTS_MS = 29 * DAY_MS;

/** How a test has a batch end. What is not listed succeeds, unless the API would reject it alone. */
export interface BatchEnding {
  /** `custom_id`s. */
  readonly expire?: readonly string[];
  /** With an error of the API's own. */
  readonly fail?: readonly string[];
}

type Result =
  | { readonly type: 'succeeded'; readonly message: AnswerMessage }
  | { readonly type: 'errored'; readonly error: object }
  | { readonly type: 'canceled' | 'expired' };

interface Line {
  readonly custom_id: string;
  readonly result: Result;
}

interface Batch {
  readonly id: string;
  readonly key: string;
  readonly headers: SeenRequest['headers'];
  readonly createdMs: number;
  readonly requests: readonly { readonly id: string; readonly params: JsonObject }[];
  cancelledMs?: number;
  endedMs?: number;
  lines: readonly Line[];
}

export type BatchFault = { readonly status: 400 | 404; readonly message: string };

/** What the API says of one request of a batch, after it has taken the batch. */
export type JudgeRequest = (
  params: JsonObject,
  sentWith: Pick<SeenRequest, 'key' | 'headers'>,
) => AnswerMessage | { readonly problem: string };

/** The Message Batches of the fake API. A batch ends when a test says so, or at once with its next look if `endsAlone`. */
export class Batches {
  private readonly kept = new Map<string, Batch>();
  private count = 0;

  constructor(
    private readonly nowMs: () => number,
    private readonly judge: JudgeRequest,
    private readonly endsAlone: boolean,
  ) {}

  create(
    body: JsonObject,
    { key, headers }: Pick<SeenRequest, 'key' | 'headers'>,
    address: string,
  ): object | BatchFault {
    const problem = problemOf(body);
    if (problem !== undefined) return { status: 400, message: problem };
    this.count += 1;
    const requests = (asArray(body.requests) ?? []).map((item) => {
      const request = asObject(item) ?? {};
      return { id: asText(request.custom_id) ?? '', params: asObject(request.params) ?? {} };
    });
    const id = `msgbatch_stand_in_${this.count}_${Math.random().toString(36).slice(2, 10)}`;
    const batch: Batch = { id, key, headers, createdMs: this.nowMs(), requests, lines: [] };
    this.kept.set(id, batch);
    return this.shown(batch, address);
  }

  retrieve(id: string, key: string, address: string): object | BatchFault {
    const batch = this.find(id, key);
    if (batch === undefined) return notFound(id);
    const before = this.shown(batch, address);
    if (this.endsAlone && batch.endedMs === undefined) this.end(batch, {});
    return before;
  }

  cancel(id: string, key: string, address: string): object | BatchFault {
    const batch = this.find(id, key);
    if (batch === undefined) return notFound(id);
    if (batch.endedMs !== undefined) {
      return { status: 400, message: `Batch ${id} cannot be canceled because it has already finished processing.` };
    }
    batch.cancelledMs ??= this.nowMs();
    return this.shown(batch, address);
  }

  /** JSON lines, not in the order of the requests. */
  results(id: string, key: string): string | BatchFault {
    const batch = this.find(id, key);
    const isArchived = batch !== undefined && this.nowMs() - batch.createdMs > RESULTS_MS;
    if (batch?.endedMs === undefined || isArchived) {
      return { status: 404, message: `Message batch \`${id}\` has no available results.` };
    }
    return batch.lines
      .toReversed()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  }

  /** All of a key that have not ended. Cancelled ones finish what they had begun: the first of their requests. */
  endAll(key: string, ending: BatchEnding): readonly string[] {
    const open = [...this.kept.values()].filter((batch) => batch.key === key && batch.endedMs === undefined);
    for (const batch of open) this.end(batch, ending);
    return open.map(({ id }) => id);
  }

  private end(batch: Batch, { expire = [], fail = [] }: BatchEnding): void {
    batch.endedMs = this.nowMs();
    const isLate = batch.endedMs - batch.createdMs > DAY_MS;
    batch.lines = batch.requests.map(({ id, params }, index): Line => {
      if (batch.cancelledMs !== undefined && index > 0) return { custom_id: id, result: { type: 'canceled' } };
      if (isLate || expire.includes(id)) return { custom_id: id, result: { type: 'expired' } };
      if (fail.includes(id)) return { custom_id: id, result: errored(500) };
      const judged = this.judge(params, batch);
      if ('problem' in judged) return { custom_id: id, result: errored(400, judged.problem) };
      const message = { ...judged, usage: { ...judged.usage, service_tier: 'batch' as const } };
      return { custom_id: id, result: { type: 'succeeded', message } };
    });
  }

  /** Of the same workspace alone. */
  private find(id: string, key: string): Batch | undefined {
    const batch = this.kept.get(id);
    return batch?.key === key ? batch : undefined;
  }

  private shown(batch: Batch, address: string): object {
    const { id, createdMs, endedMs, cancelledMs, lines, requests } = batch;
    const counted = (type: Result['type']) => lines.filter(({ result }) => result.type === type).length;
    const isArchived = this.nowMs() - createdMs > RESULTS_MS;
    return {
      id,
      type: 'message_batch',
      processing_status: endedMs !== undefined ? 'ended' : cancelledMs !== undefined ? 'canceling' : 'in_progress',
      request_counts: {
        processing: endedMs === undefined ? requests.length : 0,
        succeeded: counted('succeeded'),
        errored: counted('errored'),
        canceled: counted('canceled'),
        expired: counted('expired'),
      },
      created_at: timeOf(createdMs),
      expires_at: timeOf(createdMs + DAY_MS),
      ended_at: endedMs === undefined ? null : timeOf(endedMs),
      cancel_initiated_at: cancelledMs === undefined ? null : timeOf(cancelledMs),
      archived_at: isArchived ? timeOf(createdMs + RESULTS_MS) : null,
      results_url: endedMs === undefined || isArchived ? null : `${address}/v1/messages/batches/${id}/results`,
    };
  }
}

/** Of the envelope: the parameters of each request are judged later, and only fail that request. */
function problemOf(body: JsonObject): string | undefined {
  const unknown = Object.keys(body).find((name) => name !== 'requests');
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  const requests = asArray(body.requests);
  if (body.requests === undefined) return 'requests: Field required';
  if (requests === undefined) return 'requests: Input should be a valid array';
  if (requests.length === 0) return 'requests: List should have at least 1 item after validation, not 0';
  if (requests.length > MAX_REQUESTS) {
    return `requests: List should have at most ${MAX_REQUESTS} items after validation, not ${requests.length}`;
  }
  const seen = new Set<string>();
  for (const [index, item] of requests.entries()) {
    const at = `requests.${index}`;
    const request = asObject(item);
    if (request === undefined) return `${at}: Input should be an object`;
    const extra = Object.keys(request).find((name) => name !== 'custom_id' && name !== 'params');
    if (extra !== undefined) return `${at}.${extra}: Extra inputs are not permitted`;
    const id = asText(request.custom_id);
    if (id === undefined) return `${at}.custom_id: Field required`;
    if (!CUSTOM_ID.test(id)) return `${at}.custom_id: String should match pattern '${CUSTOM_ID.source}'`;
    if (seen.has(id)) return `${at}.custom_id: duplicate custom_id '${id}'`;
    seen.add(id);
    const params = asObject(request.params);
    if (params === undefined) return `${at}.params: Field required`;
    if (params.stream !== undefined && params.stream !== false) return `${at}.params.stream: not supported in a batch`;
    if (params.max_tokens === 0) return `${at}.params.max_tokens: Input should be greater than or equal to 1`;
  }
  return undefined;
}

function errored(status: 400 | 500, message?: string): Result {
  const [type, usual] = ERRORS[status];
  const error = { type, message: message ?? usual };
  return { type: 'errored', error: { type: 'error', error, request_id: null } };
}

function notFound(id: string): BatchFault {
  return { status: 404, message: `Message batch \`${id}\` not found.` };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

const PATH = /^\/v1\/messages\/batches(?:\/([^/]+)(\/results|\/cancel)?)?$/;

export type BatchCall =
  | { readonly type: 'create' }
  | { readonly type: 'retrieve' | 'cancel' | 'results'; readonly id: string };

/** Undefined if it is no call of a batch. */
export function batchCallOf(path: string, method: IncomingMessage['method']): BatchCall | undefined {
  const [whole, id, action] = PATH.exec(path) ?? [];
  if (whole === undefined) return undefined;
  if (id === undefined) return method === 'POST' ? { type: 'create' } : undefined;
  if (action === '/cancel') return method === 'POST' ? { type: 'cancel', id } : undefined;
  if (method !== 'GET') return undefined;
  return { type: action === '/results' ? 'results' : 'retrieve', id };
}
