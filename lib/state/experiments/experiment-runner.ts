import { type Failure, failureOf } from '../../base/failure';
import { optional } from '../../base/optional';
import type { Job } from '../../experiments/experiment';
import { MoneyLimit } from '../../experiments/money-limit';
import { type OpenJob, openJobs, prefixOf } from '../../experiments/plan';
import { requestPrice, spentAtMost } from '../../experiments/price';
import type {
  AskedPrompt,
  CompactionOutcome,
  CompactionProgress,
  SummaryWriter,
} from '../../worker/engine/compaction-messages';
import type { CacheTurns } from '../prompts/cache-turns';
import type { AnswerLists, BegunAnswer, Experiment, PlacedBoundary, StoredAnswer } from './experiment-record';
import { limitReached, unpricedUnderLimit } from './experiment-words';
import type { SessionEngines } from './session-engines';

/** A request in progress. */
export interface RunningJob {
  readonly job: Job;
  readonly state: { readonly type: 'queued' | 'preparing' } | CompactionProgress;
}

export interface RunnerParts {
  readonly engines: SessionEngines;
  readonly cache: CacheTurns;
  /** The user's key, requested again for each answer. */
  key(model: string): string | undefined;
  nowMs(): number;
  newId(): string;
  /** False if it could not be stored: nothing more is asked then. */
  keep(answer: StoredAnswer, lists: AnswerLists): Promise<boolean>;
  /** Noted at the beginning and every now and then, so that what a closing page leaves is known. */
  note(begun: BegunAnswer): void;
  forget(job: string): Promise<void>;
  onRunning(running: readonly RunningJob[]): void;
}

/** Requests at once. More of them meet the rate limits of small accounts. */
export const MAX_AT_ONCE = 4;
/** Then something is wrong that the next answers would meet, too. */
const MAX_FAILURES_IN_A_ROW = 5;
const NOTE_EVERY_MS = 1_000;

/** Gets what is left of an experiment, each answer stored before the next is asked. Returns why it ended early. */
export class ExperimentRunner {
  private readonly running = new Map<string, RunningJob>();
  private failuresInARow = 0;
  private ended: Failure | 'not-kept' | undefined;
  private answers: readonly StoredAnswer[] = [];
  private readonly limit: MoneyLimit;

  constructor(
    private readonly parts: RunnerParts,
    private readonly experiment: Experiment,
    private readonly signal: AbortSignal,
    /** The jobs whose answers a batch still owes. */
    private readonly inBatch: readonly string[] = [],
  ) {
    this.limit = new MoneyLimit(experiment.limitMills, () => this.spentMills());
  }

  /** `isFree`: only what costs nothing. */
  async run(answers: readonly StoredAnswer[], isFree = false): Promise<Failure | undefined> {
    this.answers = answers;
    const free = new Set(this.experiment.rows.flatMap(({ id, type }) => (type === 'model' ? [] : [id])));
    const waiting = openJobs(this.experiment, answers, this.inBatch).filter(({ row }) => !isFree || free.has(row));
    const slot = async () => {
      for (let job = waiting.shift(); job !== undefined && this.goesOn(); job = waiting.shift()) await this.answer(job);
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, slot));
    return this.ended === 'not-kept' ? undefined : this.ended;
  }

  private goesOn(): boolean {
    return !this.signal.aborted && this.ended === undefined;
  }

  private async answer(job: OpenJob): Promise<void> {
    const row = this.experiment.rows.find(({ id }) => id === job.row);
    const boundary = this.experiment.boundaries.find(({ id }) => id === job.boundary);
    if (row === undefined || boundary === undefined) return;
    const prefix = prefixOf(row, JSON.stringify([boundary.session, boundary.place]));
    this.show(job, { type: 'queued' });
    for (let attempt = 1; attempt <= job.attempts && this.goesOn(); attempt++) {
      const turn = prefix === undefined ? undefined : this.parts.cache.take(prefix);
      await turn?.ready;
      const ended = this.goesOn() ? await this.withinLimit(job, boundary, turn?.over, prefix) : undefined;
      turn?.over();
      if (ended === undefined || ended === 'whole') break;
    }
    this.running.delete(job.id);
    this.tell();
  }

  /** [V7] Nothing is sent that could pass the limit. */
  private async withinLimit(
    job: OpenJob,
    boundary: PlacedBoundary,
    onBegun: (() => void) | undefined,
    prefix: string | undefined,
  ): Promise<StoredAnswer['state'] | undefined> {
    const most = requestPrice(this.experiment, job, 'each')?.most;
    if (most === undefined && this.limit.most !== undefined) {
      this.ended ??= unpricedUnderLimit(this.experiment, job.row);
      return undefined;
    }
    const mills = most ?? 0;
    if (!(await this.limit.take(mills))) {
      this.ended ??= limitReached(mills, this.spentMills(), this.limit.most ?? 0);
      return undefined;
    }
    try {
      return this.goesOn() ? await this.attempt(job, boundary, onBegun, prefix) : undefined;
    } finally {
      this.limit.giveBack(mills);
    }
  }

  private spentMills(): number {
    return spentAtMost(this.experiment, this.answers, this.inBatch);
  }

  private async attempt(
    job: OpenJob,
    boundary: PlacedBoundary,
    onBegun: (() => void) | undefined,
    prefix: string | undefined,
  ): Promise<StoredAnswer['state'] | undefined> {
    const { engines, cache, nowMs } = this.parts;
    const beganMs = nowMs();
    let notedMs = Number.NEGATIVE_INFINITY;
    const note = (text: string) => {
      if (prefix === undefined || nowMs() - notedMs < NOTE_EVERY_MS) return;
      notedMs = nowMs();
      const { id, row, boundary: at, repeat } = job;
      this.parts.note({ job: id, row, boundary: at, repeat, atMs: beganMs, text });
    };
    const onProgress = (state: CompactionProgress) => {
      if (state.type === 'asking') note(state.text);
      if (state.type === 'asking' && state.firstTokenMs !== undefined) {
        if (prefix !== undefined) cache.answered(prefix);
        onBegun?.();
      }
      if (state.type === 'waiting') onBegun?.();
      this.show(job, state);
    };
    this.show(job, { type: 'preparing' });
    const ended = await engines
      .use(boundary.session, async (engine, _, rules) => {
        const options = { signal: this.signal, onProgress, wantsPartial: true };
        return answered(await engine.ask('compact', this.requestOf(job, boundary), options), rules);
      })
      .catch((error: unknown) => unanswered(failureOf(error), Number.isFinite(notedMs)));
    if (ended.answer.state === 'whole' && prefix !== undefined) cache.answered(prefix);
    onBegun?.();
    const { id, row, boundary: at, repeat } = job;
    const answer = { id: this.parts.newId(), job: id, row, boundary: at, repeat, atMs: nowMs(), ...ended.answer };
    // Stopped before anything was sent: there is nothing to keep.
    const isNothing = this.signal.aborted && answer.state === 'failed' && answer.sent?.usage === undefined;
    if (!isNothing) this.answers = [...this.answers, answer];
    if (!isNothing && !(await this.parts.keep(answer, ended.lists))) this.ended ??= 'not-kept';
    await this.parts.forget(job.id);
    // What costs nothing says nothing about the API.
    if (!isNothing && prefix !== undefined) this.count(answer);
    return answer.state;
  }

  private count({ state, problem }: StoredAnswer): void {
    this.failuresInARow = state === 'failed' ? this.failuresInARow + 1 : 0;
    if (this.failuresInARow < MAX_FAILURES_IN_A_ROW || problem === undefined) return;
    this.ended ??= {
      what: `Stopped after ${MAX_FAILURES_IN_A_ROW} failures in a row. The latest: ${problem.what}`,
      advice: `${problem.advice} Then continue: all answers so far are kept.`,
    };
  }

  private requestOf(job: OpenJob, { place }: PlacedBoundary) {
    const row = this.experiment.rows.find(({ id }) => id === job.row);
    const { maxTokens } = this.experiment;
    const writer: SummaryWriter =
      row?.type === 'model'
        ? { type: 'model', model: row.model, key: this.parts.key(row.model) }
        : { type: row?.type ?? 'offline' };
    return { id: job.id, place, writer, maxTokens, ...askedPrompt(row) };
  }

  private show(job: OpenJob, state: RunningJob['state']): void {
    this.running.set(job.id, { job, state });
    this.tell();
  }

  private tell(): void {
    this.parts.onRunning([...this.running.values()]);
  }
}

interface Ended {
  readonly answer: Omit<StoredAnswer, 'id' | 'job' | 'row' | 'boundary' | 'repeat' | 'atMs'>;
  readonly lists: AnswerLists;
}

export function askedPrompt(row: Experiment['rows'][number] | undefined): AskedPrompt {
  return row?.type === 'model' ? { prompt: row.promptText, ...optional('scratchTag', row.scratchTag) } : { prompt: '' };
}

export function answered(outcome: CompactionOutcome, rules: string | undefined): Ended {
  const { written, sent } = outcome;
  const problem = outcome.type === 'compacted' ? outcome.problem : outcome.failure;
  const context =
    outcome.type === 'compacted' ? { before: outcome.tokensBefore, after: outcome.tokensAfter } : undefined;
  const scores = written?.scores ?? [];
  return {
    answer: {
      state: outcome.type === 'compacted' ? 'whole' : written === undefined ? 'failed' : 'partial',
      text: written?.text ?? '',
      tokens: written?.tokens ?? 0,
      ...countedScores(scores, rules),
      isBillUnknown: false,
      ...optional('context', context),
      ...optional('sent', sent),
      ...optional('problem', problem),
    },
    lists: { scores },
  };
}

/** As they are stored, with what they count. */
export function countedScores(
  scores: AnswerLists['scores'],
  rules: string | undefined,
): Pick<StoredAnswer, 'scores' | 'rules'> {
  return { scores: scores.map(({ id, count, of }) => ({ id, count, of })), ...optional('rules', rules) };
}

/** `isSent`: the engine died after the request went out. */
function unanswered(problem: Failure, isSent: boolean): Ended {
  const answer = { state: 'failed', text: '', tokens: 0, scores: [], isBillUnknown: isSent, problem } as const;
  return { answer, lists: { scores: [] } };
}
