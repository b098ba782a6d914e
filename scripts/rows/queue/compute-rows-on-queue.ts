import { hostname } from 'node:os';
import type { Failure } from '../../../lib/base/failure';
import { ok, type Result } from '../../../lib/base/result';
import { shortHash } from '../row-job';
import { type ComputedRows, type RowWork, type RunOptions, startRun } from '../row-run';
import { QueueRun, type QueueRunOptions } from './queue-run';
import type { RedisAddress } from './redis-address';
import { connectToRedis, type Notice } from './redis-connection';
import { PREFIX, QUEUE, type RowBatch } from './row-batch';

/** How long a command that was stopped waits for Redis, to take back what no worker has begun. */
const GOODBYE_MS = 2_000;

export interface QueueOptions extends RunOptions, QueueRunOptions {
  readonly queue: RedisAddress;
  /** Told when Redis goes away and comes back, and when nobody works. */
  readonly notice?: Notice;
}

/** The rows of all jobs, computed by the workers at a queue. Waits for workers, too. */
export async function computeRowsOnQueue(work: RowWork, options: QueueOptions): Promise<Result<ComputedRows, Failure>> {
  const notice = options.notice ?? (() => undefined);
  const started = startRun(work, options);
  if (!started.ok) return started;
  const run = started.value;
  const connected = await connectToRedis(options.queue, notice);
  if (!connected.ok) {
    run.close();
    return connected;
  }
  const redis = connected.value;
  const { Queue } = await import('bullmq');
  const queue = new Queue<RowBatch>(QUEUE, { connection: redis, prefix: PREFIX });
  // The connection says when Redis is away.
  queue.on('error', () => undefined);
  const { signal } = options;
  const stop = () => setTimeout(() => redis.disconnect(), GOODBYE_MS).unref();
  signal?.addEventListener('abort', stop);
  try {
    // Of two commands with the same question, each has a run file and results of its own.
    const id = shortHash([hostname(), run.path]);
    await new QueueRun(id, run, redis, queue, options, notice).untilDone(signal ?? new AbortController().signal);
  } catch (error) {
    run.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    redis.disconnect();
  }
  return ok(run.computed());
}
