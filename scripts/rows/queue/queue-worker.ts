import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Failure } from '../../../lib/base/failure';
import { ok, type Result } from '../../../lib/base/result';
import { parseBy } from '../../../lib/base/schema';
import { readRowRequest } from '../../../lib/rows/row-request';
import type { RowRequest } from '../../../lib/rows/rows-of';
import type { FileRow } from '../row-job';
import { RowPool } from '../row-pool';
import { failedRows } from '../run-job';
import { KEPT_SECONDS } from './queue-run';
import type { RedisAddress } from './redis-address';
import { connectToRedis, type Notice } from './redis-connection';
import { type BatchResult, batchSchema, PREFIX, QUEUE, questionKey, type RowBatch, resultsKey } from './row-batch';

/** A batch whose workers were ended so often ends the next one, too. */
const TIMES_ENDED = 2;
/** Of the time after which a silent worker is taken for dead, how often is looked for such. */
const LOOKS = 3;
const QUESTIONS_KEPT = 8;

export interface QueueWorkerOptions {
  readonly queue: RedisAddress;
  /** Batches at once, each in a thread of its own. */
  readonly concurrency: number;
  /** After so long without a sign of life its work is given to others. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly notice: Notice;
}

/** Computes what is in the queue until it is stopped; what it has begun it ends. */
export async function workAtQueue(options: QueueWorkerOptions): Promise<Result<void, Failure>> {
  const { queue, concurrency, patienceMs, signal, notice } = options;
  const connected = await connectToRedis(queue, notice);
  if (!connected.ok) return connected;
  const redis = connected.value;
  const { Worker } = await import('bullmq');
  // This thread computes nothing, so that it can always say that it lives.
  const pool = new RowPool(concurrency);
  const questions = new Questions(redis);
  const worker = new Worker<RowBatch>(QUEUE, (job) => compute(job, redis, pool, questions), {
    connection: redis,
    prefix: PREFIX,
    concurrency,
    lockDuration: patienceMs,
    // Redis takes whole milliseconds alone.
    stalledInterval: Math.ceil(patienceMs / LOOKS),
    maxStalledCount: TIMES_ENDED,
  });
  worker.on('error', ({ message }) => {
    // The connection says when Redis is away.
    if (redis.status === 'ready') notice(`The queue reports: ${message}`);
  });
  notice(
    `Waiting for work at ${queue.shown}, with ${concurrency} ${concurrency === 1 ? 'thread' : 'threads'}. Ctrl-C ends it.`,
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  // Without Redis nobody could be told what came of the work.
  await worker.close(redis.status !== 'ready');
  await pool.close();
  redis.disconnect();
  return ok(undefined);
}

async function compute(job: Job<RowBatch>, redis: Redis, pool: RowPool, questions: Questions): Promise<void> {
  const batch = parseBy(batchSchema, job.data);
  if (!batch.ok) throw new Error(`another version of Highwater put it into the queue (${batch.error})`);
  const request = await questions.read(batch.value.question);
  const isLastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const rows: BatchResult['rows'][number][] = [];
  for (const { place, key, job: files } of batch.value.jobs) {
    const answer = await pool.run({ job: files, request });
    const mayChange = !answer.ok || answer.value.isUnread;
    if (mayChange && !isLastTry) throw new Error(answer.ok ? 'a file could not be opened' : answer.error.what);
    const known: readonly FileRow[] = answer.ok ? answer.value.rows : failedRows(files, request, answer.error);
    rows.push({ place, key, rows: known });
  }
  const result: BatchResult = { batch: job.id ?? '', rows };
  const results = resultsKey(batch.value.run);
  // Before the job leaves the queue: if this machine ends in between, another does it once more.
  await redis.multi().rpush(results, JSON.stringify(result)).expire(results, KEPT_SECONDS).exec();
}

/** What is asked of the sessions; every batch of a run refers to it. */
class Questions {
  private readonly known = new Map<string, RowRequest>();

  constructor(private readonly redis: Redis) {}

  async read(question: string): Promise<RowRequest> {
    const known = this.known.get(question);
    if (known !== undefined) return known;
    const written = await this.redis.get(questionKey(question));
    if (written === null) throw new Error('what is asked of the sessions is no longer in Redis');
    const request = readRowRequest(written);
    if (!request.ok) throw new Error(`another version of Highwater asks for it (${request.error})`);
    const [oldest] = this.known.keys();
    if (this.known.size >= QUESTIONS_KEPT && oldest !== undefined) this.known.delete(oldest);
    this.known.set(question, request.value);
    return request.value;
  }
}
