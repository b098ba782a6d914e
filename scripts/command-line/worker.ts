import { availableParallelism } from 'node:os';
import { fail, ok, type Result } from '../../lib/base/result';
import { workAtQueue } from '../rows/queue/queue-worker';
import { type RedisAddress, redisAddress } from '../rows/queue/redis-address';
import { parseWords, wrongWords } from './parse-words';
import { complain } from './terminal';

interface WorkerCommand {
  readonly queue: RedisAddress;
  readonly concurrency: number;
  readonly patienceMs: number;
}

/** `highwater worker --queue redis://… [--concurrency N]`: computes the rows that other commands wait for. */
export async function worker(words: readonly string[]): Promise<number> {
  const command = readWorkerCommand(words);
  if (!command.ok) return wrongWords('worker', command.error);
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const worked = await workAtQueue({
    ...command.value,
    signal: stop.signal,
    notice: (text) => complain(`${text}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  if (worked.ok) return 0;
  complain(`${worked.error.what} ${worked.error.advice}\n`);
  return 2;
}

function readWorkerCommand(words: readonly string[]): Result<WorkerCommand> {
  const parsed = parseWords(words, {
    queue: { type: 'string' },
    concurrency: { type: 'string', default: String(availableParallelism()) },
    patience: { type: 'string', default: '15' },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  // A word too many may be the address, with its password: it must not be in a message.
  if (positionals.length > 0) return fail('it takes options alone; specify the queue: --queue redis://…');
  const queue = redisAddress(values.queue ?? '');
  if (!queue.ok) return queue;
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 256)
    return fail(`--concurrency is "${values.concurrency}", but must be from 1 to 256`);
  const patience = Number(values.patience);
  if (!(patience >= 1 && patience <= 3_600))
    return fail(`--patience is "${values.patience}", but must be from 1 to 3600 seconds`);
  return ok({ queue: queue.value, concurrency, patienceMs: patience * 1_000 });
}
