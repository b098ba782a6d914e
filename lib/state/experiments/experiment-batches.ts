import type { ApiFailure } from '../../api/api-failure';
import type { BatchStatus } from '../../api/batches/batch-status';
import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import type { Result } from '../../base/result';
import { batchAnswerId, type ExperimentBatch, isOpenBatch } from './batch-record';
import { takeResults } from './batch-results';
import { type BatchParts, BatchSender, lostBatch } from './batch-sender';
import type { AnswerLists, Experiment, StoredAnswer } from './experiment-record';

type OwnParts = Pick<BatchParts, 'engines' | 'batches' | 'loadEngine' | 'key' | 'nowMs' | 'newId'> & {
  pause(ms: number, signal: AbortSignal): Promise<void>;
};

/** Known by its kind if it is the API's. */
export type BatchProblem = Failure & { readonly kind?: string };

/** What of an opened experiment is seen and changed here. */
export interface BatchView {
  readonly experiment: Experiment;
  readonly answers: readonly StoredAnswer[];
  readonly batches: readonly ExperimentBatch[];
  /** Why the latest look at a batch, or fetching its results, failed. */
  readonly batchProblem: BatchProblem | undefined;
}

export interface BatchAccess {
  opened(id: string): BatchView | undefined;
  change(id: string, edit: (opened: BatchView) => Partial<Pick<BatchView, 'batches' | 'batchProblem'>>): void;
  keep(id: string, answer: StoredAnswer, lists: AnswerLists): Promise<boolean>;
}

const FIRST_LOOK_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** [V8] Before the next look: most batches take minutes, some a day. */
export function waitBeforeLook(looks: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_LOOK_MS * 2 ** looks);
}

/** The batches of opened experiments: sending, looking, fetching, cancelling. Locks are up to the caller. */
export class ExperimentBatches {
  constructor(
    private readonly parts: OwnParts,
    private readonly access: BatchAccess,
  ) {}

  /** What a page left that closed while it was sending: only an answer of the API would have had an id. */
  async settleLost({ id }: Experiment): Promise<void> {
    for (const batch of this.access.opened(id)?.batches ?? []) {
      if (batch.state === 'sending' && !batch.isSettled) await this.lost(id, batch);
    }
  }

  async send(experiment: Experiment, signal: AbortSignal): Promise<Failure | undefined> {
    const { id } = experiment;
    const opened = this.access.opened(id);
    if (opened === undefined) return undefined;
    const { engines, batches, nowMs, newId } = this.parts;
    const sender = new BatchSender(
      {
        engines,
        batches,
        nowMs,
        newId,
        loadEngine: () => this.parts.loadEngine(),
        key: (model) => this.parts.key(model),
        keep: (answer, lists) => this.access.keep(id, answer, lists),
        onBatch: (batch) => this.show(id, batch),
        onNoBatch: (gone) =>
          this.access.change(id, (before) => ({ batches: before.batches.filter((each) => each.id !== gone) })),
        onLost: (batch) => this.lost(id, batch),
      },
      experiment,
      opened.batches,
      signal,
    );
    return sender.send(opened.answers);
  }

  /** Undefined if there is nothing to look at. */
  async look(id: string, batchId: string): Promise<ApiFailure | Failure | undefined> {
    return this.ask(id, batchId, 'look-at-batch');
  }

  async cancel(id: string, batchId: string): Promise<void> {
    await this.ask(id, batchId, 'cancel-batch');
  }

  /** Until none is open, or the signal says so. */
  async watch(id: string, signal: AbortSignal): Promise<void> {
    for (let looks = 0; !signal.aborted; looks++) {
      await this.parts.pause(waitBeforeLook(looks), signal);
      const open = this.access.opened(id)?.batches.filter(isOpenBatch) ?? [];
      if (open.length === 0) return;
      for (const batch of open) {
        if (signal.aborted) return;
        const failure = await this.look(id, batch.id);
        const waitMs = failure !== undefined && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
        if (waitMs !== undefined) await this.parts.pause(waitMs, signal);
      }
    }
  }

  /** Fetched as often as is wanted: what is stored already is left as it is. */
  async fetch(id: string, batchId: string): Promise<void> {
    const opened = this.access.opened(id);
    const batch = opened?.batches.find((each) => each.id === batchId);
    if (opened === undefined || batch?.apiId === undefined) return;
    const { experiment } = opened;
    const modelOf = new Map(experiment.rows.flatMap((row) => (row.type === 'model' ? [[row.id, row.model]] : [])));
    const models = Object.fromEntries(batch.requests.map(({ customId, row }) => [customId, modelOf.get(row) ?? '']));
    const engine = await this.parts.loadEngine();
    const key = this.keyOf(experiment);
    const request = { id: batch.apiId, key, models };
    const fetched = await engine.ask('batch-results', request).catch((error: unknown) => failed(failureOf(error)));
    if (!fetched.ok) {
      this.access.change(id, () => ({ batchProblem: fetched.error }));
      return;
    }
    const parts = {
      ...this.parts,
      keep: (answer: StoredAnswer, lists: AnswerLists) => this.access.keep(id, answer, lists),
    };
    const { found, isStored, problem } = await takeResults(parts, experiment, batch, fetched.value, opened.answers);
    const isSettled = batch.isSettled || (isStored && fetched.value.failure === undefined);
    await this.keepBatch(id, { ...batch, isSettled, found });
    this.access.change(id, () => ({ batchProblem: fetched.value.failure ?? problem }));
  }

  /** Nothing more is expected of it: what it has not answered may have been billed. */
  async giveUp(id: string, batchId: string): Promise<void> {
    const batch = this.access.opened(id)?.batches.find((each) => each.id === batchId);
    if (batch === undefined) return;
    await this.close(id, batch, GIVEN_UP);
    this.access.change(id, () => ({ batchProblem: undefined }));
  }

  private lost(id: string, batch: ExperimentBatch): Promise<void> {
    return this.close(id, batch, lostBatch);
  }

  private async close(id: string, batch: ExperimentBatch, problem: Failure): Promise<void> {
    const stored = new Set(this.access.opened(id)?.answers.map((answer) => answer.id));
    for (const request of batch.requests) {
      const { customId: _, ...asked } = request;
      const answerId = batchAnswerId(batch, request);
      if (stored.has(answerId)) continue;
      const nothing = { state: 'failed', text: '', tokens: 0, scores: [], isBillUnknown: true } as const;
      const answer: StoredAnswer = { id: answerId, ...asked, atMs: this.parts.nowMs(), ...nothing, problem };
      if (!(await this.access.keep(id, answer, { scores: [] }))) return;
    }
    await this.keepBatch(id, { ...batch, isSettled: true });
  }

  private async ask(
    id: string,
    batchId: string,
    method: 'look-at-batch' | 'cancel-batch',
  ): Promise<ApiFailure | Failure | undefined> {
    const opened = this.access.opened(id);
    const batch = opened?.batches.find((each) => each.id === batchId);
    if (opened === undefined || batch?.apiId === undefined) return undefined;
    const engine = await this.parts.loadEngine();
    const request = { id: batch.apiId, key: this.keyOf(opened.experiment) };
    const told = await engine.ask(method, request).catch((error: unknown) => failed(failureOf(error)));
    this.access.change(id, () => ({ batchProblem: told.ok ? undefined : told.error }));
    if (!told.ok) return told.error;
    await this.keepBatch(id, withStatus(this.latest(id, batch), told.value, this.parts.nowMs()));
    return undefined;
  }

  /** Another step may have changed it while the API was asked. */
  private latest(id: string, batch: ExperimentBatch): ExperimentBatch {
    return this.access.opened(id)?.batches.find((each) => each.id === batch.id) ?? batch;
  }

  /** Another tab may have settled it: that is never undone. */
  private async keepBatch(id: string, batch: ExperimentBatch): Promise<void> {
    const stored = await this.parts.batches.get(id, batch.id);
    const before = stored.ok ? stored.value : undefined;
    const isSettled = batch.isSettled || before?.isSettled === true;
    const next = { ...batch, isSettled, ...optional('found', batch.found ?? before?.found) };
    this.show(id, next);
    const saved = await this.parts.batches.save(id, next.id, next);
    if (!saved.ok) this.access.change(id, () => ({ batchProblem: saved.error }));
  }

  private show(id: string, batch: ExperimentBatch): void {
    this.access.change(id, ({ batches }) => ({
      batches: [...batches.filter((each) => each.id !== batch.id), batch].sort((a, b) => a.atMs - b.atMs),
    }));
  }

  private keyOf({ rows }: Experiment): string | undefined {
    const row = rows.find(({ type }) => type === 'model');
    return row?.type === 'model' ? this.parts.key(row.model) : undefined;
  }
}

function failed(error: Failure): Result<never, Failure> {
  return { ok: false, error };
}

function withStatus(batch: ExperimentBatch, status: BatchStatus, lookedMs: number): ExperimentBatch {
  const { state, counts, isArchived, expiresMs } = status;
  return { ...batch, state, counts, isArchived, lookedMs, ...optional('expiresMs', expiresMs ?? batch.expiresMs) };
}

const GIVEN_UP: Failure = {
  what: 'The results of its batch were given up before this answer was fetched.',
  advice: 'It may have been billed. Send it again if you want the answer.',
};
