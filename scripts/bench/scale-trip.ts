import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { parseBy } from '../../lib/base/schema';
import { asRecorded } from '../../lib/rows/row-policy';
import { failedRow } from '../../lib/rows/rows-of';
import type { RedisAddress } from '../rows/queue/redis-address';
import { connectToRedis } from '../rows/queue/redis-connection';
import { batchResultSchema, PREFIX, type RowBatch, resultsKey } from '../rows/queue/row-batch';
import type { FileRow } from '../rows/row-job';

const BATCHES = 300;
const WARMING_UP = 50;
const SESSIONS = 20;
const POLICIES = 4;

interface Trip {
  readonly addMs: number;
  /** Of a worker that has nothing to compute: from one batch to the next, one after another. */
  readonly workMs: number;
  /** Of the command that waits: from the text in Redis to the line on its disk. */
  readonly collectMs: number;
  readonly resultBytes: number;
}

/** What a batch costs beside its work. */
export async function batchTrip(address: RedisAddress): Promise<Trip> {
  const connected = await connectToRedis(address, () => undefined);
  if (!connected.ok) throw new Error(connected.error.what);
  const redis = connected.value;
  const queue = new Queue<RowBatch>('trip', { connection: redis, prefix: PREFIX });
  const file = { file: `/srv/sessions/${'x'.repeat(60)}.jsonl`, bytes: 100_000, modifiedMs: 1 };
  const job = { files: [{ ...file, address: file.file }] };
  const jobs = Array.from({ length: SESSIONS }, (_, place) => ({ place, key: 'k'.repeat(32), job }));
  const data: RowBatch = { run: 'run', question: 'question', jobs };
  const startMs = performance.now();
  await queue.addBulk(
    Array.from({ length: BATCHES }, () => ({ name: 'trip', data, opts: { removeOnComplete: true } })),
  );
  const addMs = (performance.now() - startMs) / BATCHES;

  const failure = { what: 'None.', advice: 'None.' };
  const row: FileRow = {
    file: file.file,
    ...failedRow('h'.repeat(64), 'Title', asRecorded, { losses: false, error: false }, failure),
  };
  const rows = jobs.map(({ place, key }) => ({ place, key, rows: Array.from({ length: POLICIES }, () => row) }));
  let done = 0;
  let warmMs = 0;
  const worker = new Worker<RowBatch>(
    'trip',
    async ({ id }) => {
      done += 1;
      if (done === WARMING_UP) warmMs = performance.now();
      const results = resultsKey('run');
      await redis
        .multi()
        .rpush(results, JSON.stringify({ batch: id, rows }))
        .expire(results, 60)
        .exec();
    },
    { connection: redis, prefix: PREFIX, concurrency: 1 },
  );
  worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
  await once(worker, 'drained');
  const workMs = (performance.now() - warmMs) / (BATCHES - WARMING_UP);
  await worker.close();
  await queue.close();
  redis.disconnect();
  const result = JSON.stringify({ batch: 'b', rows });
  return { addMs, workMs, collectMs: collecting(result), resultBytes: result.length };
}

function collecting(result: string): number {
  const startMs = performance.now();
  for (let time = 0; time < BATCHES; time++) {
    const parsed = parseBy(batchResultSchema, JSON.parse(result));
    if (!parsed.ok) throw new Error(parsed.error);
    for (const { key, rows } of parsed.value.rows) Buffer.from(JSON.stringify({ job: key, rows }));
  }
  return (performance.now() - startMs) / BATCHES;
}
