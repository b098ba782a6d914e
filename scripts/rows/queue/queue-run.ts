import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { parseJson } from '../../../lib/base/json';
import type { Mutable } from '../../../lib/base/mutable';
import { parseBy } from '../../../lib/base/schema';
import { writeRowRequest } from '../../../lib/rows/row-request';
import { shortHash } from '../row-job';
import type { RowRun } from '../row-run';
import { failedRows } from '../run-job';
import type { Notice } from './redis-connection';
import {
  batchId,
  batchMs,
  batchResultSchema,
  guessedMs,
  QUEUE,
  questionKey,
  type RowBatch,
  resultsKey,
} from './row-batch';

/** So many batches are under way at once, whatever the number of sessions: it limits what Redis has to keep. */
const UNDER_WAY = 2_000;
const ADDED_AT_ONCE = 100;
const RESULTS_AT_ONCE = 50;
const POLL_MS = 50;
/** How often is asked what became of batches without a result. */
const CHECK_MS = 5_000;
/** How long Redis keeps what nobody comes back for. */
export const KEPT_SECONDS = 2 * 24 * 60 * 60;
const ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 1_000;
const TRIPS_MEASURED = 5;

export interface QueueRunOptions {
  /** In batches. */
  readonly underWay?: number;
  readonly checkMs?: number;
  /** How long a batch should take. By default it follows from the way to Redis. */
  readonly batchMs?: number;
}

const STALLED = /stalled/;

/**
 * Hands out the work of a run, so much at a time, and collects the rows until it has those of every job. What is lost on
 * the way, by whatever accident, is found missing and handed out again; what comes twice is the same.
 */
export class QueueRun {
  private readonly written: string;
  private readonly question: string;
  private readonly underWay = new Map<string, RowBatch>();
  /** Handed out before others. */
  private readonly again: RowBatch[] = [];
  private hasHeard = false;
  private hasWarned = false;

  constructor(
    private readonly id: string,
    private readonly run: RowRun,
    private readonly redis: Redis,
    private readonly queue: Queue<RowBatch>,
    private readonly options: QueueRunOptions,
    private readonly notice: Notice,
  ) {
    this.written = writeRowRequest(run.work.request);
    this.question = shortHash(this.written);
  }

  async untilDone(signal: AbortSignal): Promise<void> {
    try {
      // What workers gave back to an earlier start of this run.
      while (await this.collect());
      await this.work(signal);
      if (this.run.isComplete) await this.redis.del(resultsKey(this.id));
      else await this.takeBack();
    } catch (error) {
      // A command that is stopped while Redis is away does not wait for it.
      if (!signal.aborted) throw error;
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    await this.ask();
    const batches = this.batches(this.options.batchMs ?? batchMs(await this.tripMs()));
    const everyMs = this.options.checkMs ?? CHECK_MS;
    let checkedMs = performance.now();
    while (!this.run.isComplete && !signal.aborted) {
      await this.handOut(batches);
      if (!(await this.collect())) await wait(POLL_MS);
      if (performance.now() - checkedMs < everyMs) continue;
      await this.check();
      checkedMs = performance.now();
    }
  }

  private async ask(): Promise<void> {
    await this.redis.set(questionKey(this.question), this.written, 'EX', KEPT_SECONDS);
  }

  private async tripMs(): Promise<number> {
    const startMs = performance.now();
    for (let trip = 0; trip < TRIPS_MEASURED; trip++) await this.redis.ping();
    return (performance.now() - startMs) / TRIPS_MEASURED;
  }

  /** Made while they are handed out. The largest jobs are first, so the last batches to end are of small ones. */
  private *batches(targetMs: number): Generator<RowBatch> {
    const { jobs, request } = this.run.work;
    let batch: Mutable<RowBatch['jobs']> = [];
    let ms = 0;
    for (const place of this.run.places()) {
      const job = jobs[place];
      const key = this.run.keys[place];
      if (job === undefined || key === undefined) continue;
      batch.push({ place, key, job });
      ms += guessedMs(job, request);
      if (ms < targetMs) continue;
      yield this.batch(batch);
      batch = [];
      ms = 0;
    }
    if (batch.length > 0) yield this.batch(batch);
  }

  private batch(jobs: RowBatch['jobs']): RowBatch {
    return { run: this.id, question: this.question, jobs };
  }

  private async handOut(batches: Iterator<RowBatch>): Promise<void> {
    const limit = this.options.underWay ?? UNDER_WAY;
    while (this.underWay.size < limit) {
      const next: RowBatch[] = [];
      while (next.length < Math.min(ADDED_AT_ONCE, limit - this.underWay.size)) {
        const batch = this.again.pop() ?? batches.next().value;
        if (batch === undefined) break;
        next.push(batch);
      }
      if (next.length === 0) return;
      for (const batch of next) this.underWay.set(batchId(batch), batch);
      await this.add(next);
    }
  }

  private async add(batches: readonly RowBatch[]): Promise<void> {
    await this.queue.addBulk(
      batches.map((batch) => ({
        name: QUEUE,
        data: batch,
        opts: {
          jobId: batchId(batch),
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_BACKOFF_MS },
          removeOnComplete: true,
          removeOnFail: { age: KEPT_SECONDS },
        },
      })),
    );
  }

  /** They are on our disk before Redis forgets them. False if there were none. */
  private async collect(): Promise<boolean> {
    const results = resultsKey(this.id);
    const found = await this.redis.lrange(results, 0, RESULTS_AT_ONCE - 1);
    if (found.length === 0) return false;
    this.hasHeard = true;
    for (const written of found) {
      const json = parseJson(written);
      const result = json.ok ? parseBy(batchResultSchema, json.value) : json;
      // What another version of this program wrote is found missing, and handed out again.
      if (!result.ok) continue;
      for (const { place, key, rows } of result.value.rows) if (this.run.keys[place] === key) this.run.add(place, rows);
      const batch = this.underWay.get(result.value.batch);
      if (batch?.jobs.every(({ place }) => this.run.has(place))) this.underWay.delete(result.value.batch);
    }
    await this.redis.ltrim(results, found.length, -1);
    return true;
  }

  /** What is neither in the queue nor done is lost: Redis may have forgotten its last second when it was ended. */
  private async check(): Promise<void> {
    await this.ask();
    const asked = [...this.underWay];
    const states = await Promise.all(asked.map(([id]) => this.queue.getJobState(id)));
    // A result comes before its batch leaves the queue.
    while (await this.collect());
    const lost: RowBatch[] = [];
    for (const [place, [id, batch]] of asked.entries()) {
      if (!this.underWay.has(id)) continue;
      if (states[place] === 'unknown') lost.push(batch);
      if (states[place] === 'failed') await this.giveUp(id, batch);
    }
    if (lost.length > 0) await this.add(lost);
    if (this.hasHeard || this.hasWarned || (await this.queue.getWorkersCount()) > 0) return;
    this.hasWarned = true;
    this.notice(
      'No worker of this version is at the queue yet. Start one with `highwater worker --queue …`, on any machine.',
    );
  }

  /** Of several jobs it is not known which one ends the workers, so each gets a chance of its own. */
  private async giveUp(id: string, batch: RowBatch): Promise<void> {
    const failed = await this.queue.getJob(id);
    await this.queue.remove(id);
    this.underWay.delete(id);
    const [only, ...others] = batch.jobs;
    if (only === undefined) return;
    if (others.length > 0) {
      this.again.push(...batch.jobs.map((job) => this.batch([job])));
      return;
    }
    const said = failed?.failedReason ?? 'nobody said why';
    const why = STALLED.test(said) ? 'every worker that began it ended before it was done' : said;
    const failure = {
      what: `The session could not be computed: ${why}.`,
      advice: 'Try it alone, without a queue, to see more.',
    };
    this.run.add(only.place, failedRows(only.job, this.run.work.request, failure));
  }

  /** What no worker has begun. What one has begun is there when the run goes on. */
  private async takeBack(): Promise<void> {
    const ids = [...this.underWay.keys()];
    for (let at = 0; at < ids.length; at += ADDED_AT_ONCE)
      await Promise.allSettled(ids.slice(at, at + ADDED_AT_ONCE).map((id) => this.queue.remove(id)));
    while (await this.collect());
  }
}
