import { CUSTOM_ID, MOST_BYTES, MOST_REQUESTS } from '../../api/batches/batch-limits';
import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import { openJobs } from '../../experiments/plan';
import { requestPrice, spentAtMost } from '../../experiments/price';
import type { GroupStore } from '../../storage/group-store';
import type { WrittenRequest } from '../../worker/batches/batch-messages';
import type { SummaryBody } from '../../worker/engine/compaction-messages';
import { type BatchedJob, customIdOf, type ExperimentBatch, owedJobs } from './batch-record';
import type { AnswerLists, Experiment, StoredAnswer } from './experiment-record';
import { askedPrompt } from './experiment-runner';
import { limitReached, unpricedUnderLimit } from './experiment-words';
import type { SessionEngine, SessionEngines } from './session-engines';

export interface BatchParts {
  readonly engines: SessionEngines;
  readonly batches: GroupStore<ExperimentBatch>;
  /** For what needs no session. */
  loadEngine(): Promise<Pick<SessionEngine, 'ask'>>;
  key(model: string): string | undefined;
  nowMs(): number;
  newId(): string;
  /** False if it could not be stored. */
  keep(answer: StoredAnswer, lists: AnswerLists): Promise<boolean>;
  /** A new state of a batch. */
  onBatch(batch: ExperimentBatch): void;
  /** It was not created. */
  onNoBatch(id: string): void;
  /** Without an answer from the API. */
  onLost(batch: ExperimentBatch): Promise<void>;
}

/** Of one request around its body. */
const ENVELOPE_BYTES = 200;

interface Collected {
  readonly job: BatchedJob;
  readonly model: string;
  readonly body: string;
}

/** [V8] Sends what is left of an experiment in batches. Returns why not all of it was sent. */
export class BatchSender {
  private collected: Collected[] = [];
  private bytes = 0;
  /** Of what is collected, in thousandths of a dollar. */
  private most = 0;
  /** Of the boundary that is sent now, by row. */
  private bodies = new Map<string, SummaryBody>();
  private boundary: string | undefined;
  private batches: readonly ExperimentBatch[];

  constructor(
    private readonly parts: BatchParts,
    private readonly experiment: Experiment,
    batches: readonly ExperimentBatch[],
    private readonly signal: AbortSignal,
  ) {
    this.batches = batches;
  }

  async send(answers: readonly StoredAnswer[]): Promise<Failure | undefined> {
    const { rows, limitMills } = this.experiment;
    const jobs = openJobs(this.experiment, answers, owedJobs(this.batches));
    for (const { id, row: rowId, boundary, repeat } of jobs) {
      const row = rows.find((each) => each.id === rowId);
      if (row?.type !== 'model') continue;
      if (this.signal.aborted) return undefined;
      const job = { customId: customIdOf(id), job: id, row: rowId, boundary, repeat };
      const most = requestPrice(this.experiment, job, 'batch')?.most;
      if (limitMills !== undefined) {
        const spent = spentAtMost(this.experiment, answers, owedJobs(this.batches)) + this.most;
        if (most === undefined || spent + most > limitMills) {
          const why =
            most === undefined ? unpricedUnderLimit(this.experiment, rowId) : limitReached(most, spent, limitMills);
          return (await this.flush()) ?? why;
        }
      }
      const written = await this.bodyOf(job).catch((error: unknown) => failedBody(failureOf(error)));
      const problem = written.type === 'failed' ? written.failure : written.bytes > MOST_BYTES ? TOO_LARGE : undefined;
      if (written.type === 'failed' || problem !== undefined) {
        if (!(await this.keepFailed(job, problem ?? TOO_LARGE))) return undefined;
        continue;
      }
      const isFull = this.collected.length >= MOST_REQUESTS || this.bytes + written.bytes + ENVELOPE_BYTES > MOST_BYTES;
      const failed = isFull ? await this.flush() : undefined;
      if (failed !== undefined) return failed;
      this.collected.push({ job, model: row.model, body: written.body });
      this.bytes += written.bytes + ENVELOPE_BYTES;
      this.most += most ?? 0;
    }
    return this.signal.aborted ? undefined : this.flush();
  }

  /** Answers to one prompt on one model at one boundary have the same body. */
  private async bodyOf({ row: rowId, boundary: at }: BatchedJob): Promise<SummaryBody> {
    if (this.boundary !== at) this.bodies.clear();
    this.boundary = at;
    const before = this.bodies.get(rowId);
    if (before !== undefined) return before;
    const row = this.experiment.rows.find(({ id }) => id === rowId);
    const boundary = this.experiment.boundaries.find(({ id }) => id === at);
    if (row?.type !== 'model' || boundary === undefined) throw new Error('Only rows of models are sent');
    const { place, session } = boundary;
    const { maxTokens } = this.experiment;
    const body = await this.parts.engines.use(session, (engine) =>
      engine.ask('summary-body', { place, maxTokens, model: row.model, ...askedPrompt(row) }),
    );
    this.bodies.set(rowId, body);
    return body;
  }

  /** Noted before it is sent, and its id before anything else is done. */
  private async flush(): Promise<Failure | undefined> {
    const { parts, collected } = this;
    if (collected.length === 0) return undefined;
    const unsendable = collected.find(({ job }) => !CUSTOM_ID.test(job.customId));
    if (unsendable !== undefined) throw new Error(`Not an id of the API: ${unsendable.job.customId}`);
    this.collected = [];
    this.bytes = 0;
    this.most = 0;
    const noted: ExperimentBatch = {
      id: parts.newId(),
      atMs: parts.nowMs(),
      requests: collected.map(({ job }) => job),
      state: 'sending',
      isArchived: false,
      isSettled: false,
    };
    const saved = await parts.batches.save(this.experiment.id, noted.id, noted);
    if (!saved.ok) return { ...saved.error, what: `${saved.error.what} Nothing was sent.` };
    parts.onBatch(noted);
    const requests: readonly WrittenRequest[] = collected.map(({ job, body }) => ({ customId: job.customId, body }));
    const engine = await parts.loadEngine();
    const created = await engine
      .ask('create-batch', { key: parts.key(collected[0]?.model ?? ''), requests })
      .catch((error: unknown) => ({ ok: false, error: { ...failureOf(error), mayExist: true } }) as const);
    if (created.ok) {
      const { id: apiId, state, counts, isArchived, createdMs, expiresMs } = created.value;
      const sent: ExperimentBatch = {
        ...noted,
        ...{ apiId, state, counts, isArchived, lookedMs: parts.nowMs() },
        ...optional('createdMs', createdMs),
        ...optional('expiresMs', expiresMs),
      };
      const isKept = await parts.batches.save(this.experiment.id, sent.id, sent);
      this.batches = [...this.batches, sent];
      parts.onBatch(sent);
      return isKept.ok ? undefined : idNotKept(apiId, isKept.error);
    }
    const { what, advice, mayExist } = created.error;
    if (mayExist) {
      await parts.onLost(noted);
      return { what: `${what} The batch may exist.`, advice: LOST_ADVICE };
    }
    await parts.batches.remove(this.experiment.id, [noted.id]);
    parts.onNoBatch(noted.id);
    return { what, advice };
  }

  private keepFailed(job: BatchedJob, problem: Failure): Promise<boolean> {
    const { customId: _, ...asked } = job;
    const nothing = { text: '', tokens: 0, scores: [], isBillUnknown: false } as const;
    const { newId, nowMs } = this.parts;
    const answer: StoredAnswer = { id: newId(), atMs: nowMs(), ...asked, ...nothing, state: 'failed', problem };
    return this.parts.keep(answer, { scores: [] });
  }
}

function failedBody(failure: Failure): SummaryBody {
  return { type: 'failed', failure };
}

const TOO_LARGE: Failure = {
  what: 'The request is larger than a batch may be.',
  advice: 'Choose an earlier point in the session.',
};

const LOST_ADVICE =
  'If it was, it will be billed, and its results are only in the Claude Console. Look there before you send its requests again.';

/** What becomes of requests whose batch is not known by its id. */
export const lostBatch: Failure = {
  what: 'It is unknown whether this request was sent: the connection or the page closed before the batch had an id.',
  advice: LOST_ADVICE,
};

function idNotKept(apiId: string, { what, advice }: Failure): Failure {
  return {
    what: `${what} The batch ${apiId} was created, and its id is only kept while this page is open.`,
    advice: `Write it down: with it, the results are in the Claude Console. ${advice}`,
  };
}
