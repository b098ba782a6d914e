import type { BatchStatus } from '../../api/batches/batch-status';
import type { BatchResult } from '../../api/batches/result-line';
import { fail, ok } from '../../base/result';
import type { BatchRequests, WrittenRequest } from '../../worker/batches/batch-messages';

type Asked<Method extends keyof BatchRequests> = BatchRequests[Method]['request'];

/** The API's side of batches, as the worker answers for it. Tests say what comes. */
export class FakeBatches {
  readonly created: { readonly id: string; readonly requests: readonly WrittenRequest[] }[] = [];
  readonly looks: string[] = [];
  readonly cancelled: string[] = [];
  /** Of the next batch: it is not created, or the answer does not arrive. */
  refusal: { readonly mayExist: boolean } | undefined;
  /** By the API's id. */
  readonly ended = new Map<string, readonly BatchResult[]>();
  damagedLines: readonly number[] = [];
  /** The stream of results breaks after them. */
  isBroken = false;
  /** Before the answer to a creation. */
  onCreate: () => Promise<void> = async () => {};
  /** Of each body, in bytes. */
  bytes = 1_000;
  pause: () => Promise<void> = async () => {};

  async answer(method: string, request: unknown): Promise<unknown> {
    switch (method) {
      case 'summary-body':
        return { type: 'asks', body: JSON.stringify(request), bytes: this.bytes };
      case 'create-batch':
        return this.create(request as Asked<'create-batch'>);
      case 'look-at-batch':
        return this.look(request as Asked<'look-at-batch'>);
      case 'cancel-batch':
        this.cancelled.push((request as Asked<'cancel-batch'>).id);
        return ok({ ...this.status((request as Asked<'cancel-batch'>).id), state: 'canceling' });
      case 'batch-results':
        return this.results(request as Asked<'batch-results'>);
      default:
        return undefined;
    }
  }

  /** All of the latest batch succeed, in another order, but those that are named. */
  end(others: Readonly<Record<string, BatchResult['end']>> = {}): void {
    const batch = this.created.at(-1);
    if (batch === undefined) throw new Error('No batch was created');
    const results = batch.requests.map(({ customId }) => resultOf(customId, others[customId] ?? 'succeeded'));
    this.ended.set(batch.id, results.toReversed());
  }

  private async create({ requests }: Asked<'create-batch'>) {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) {
      return fail({ kind: 'connection', what: 'Creating the batch failed.', advice: 'Look.', ...refusal });
    }
    const id = `msgbatch_${this.created.length + 1}`;
    this.created.push({ id, requests });
    await this.onCreate();
    return ok(this.status(id));
  }

  private look({ id }: Asked<'look-at-batch'>) {
    this.looks.push(id);
    return ok(this.status(id));
  }

  private results({ id, models }: Asked<'batch-results'>) {
    const results = this.ended.get(id);
    const missing = { kind: 'request', what: 'There are no results.', advice: 'Wait.' } as const;
    if (results === undefined || Object.keys(models).length === 0) return fail(missing);
    const failure = this.isBroken ? { failure: { ...missing, what: 'The answer was interrupted.' } } : {};
    return ok({ results, damagedLines: this.damagedLines, ...failure });
  }

  private status(id: string): BatchStatus {
    const results = this.ended.get(id);
    const of = (end: BatchResult['end']) => results?.filter((result) => result.end === end).length ?? 0;
    const processing =
      results === undefined ? (this.created.find((batch) => batch.id === id)?.requests.length ?? 0) : 0;
    return {
      id,
      state: results === undefined ? 'in_progress' : 'ended',
      counts: {
        processing,
        succeeded: of('succeeded'),
        errored: of('errored'),
        canceled: of('canceled'),
        expired: of('expired'),
      },
      isArchived: false,
      createdMs: 1_000,
      expiresMs: 2_000,
    };
  }
}

export function resultOf(
  customId: string,
  end: BatchResult['end'] = 'succeeded',
  text = `Of ${customId}.`,
): BatchResult {
  if (end !== 'succeeded') {
    const failure = { kind: 'server', what: `It ${end}.`, advice: 'Send it again.' } as const;
    return { customId, end, outcome: { type: 'failed', failure } };
  }
  const outcome = { type: 'answered', ending: 'whole', stopReason: 'end_turn', text, dollars: 0.02 } as const;
  return { customId, end, outcome };
}
