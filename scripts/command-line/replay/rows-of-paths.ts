import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Failure } from '../../../lib/base/failure';
import { optional } from '../../../lib/base/optional';
import { fail, ok, type Result } from '../../../lib/base/result';
import type { RowRequest } from '../../../lib/rows/rows-of';
import { computeRows } from '../../rows/compute-rows';
import { type RedisAddress, redisAddress } from '../../rows/queue/redis-address';
import { jobBytes, type RowJob, shortHash } from '../../rows/row-job';
import type { ComputedRows, RunOptions } from '../../rows/row-run';
import { progressWords } from '../../rows/run-progress';
import { STANDARD_INPUT } from '../standard-input';
import { complain } from '../terminal';

/** Where rows are computed: on this machine, or by the workers at a queue. */
export const placeOptions = {
  threads: { type: 'string' as const },
  queue: { type: 'string' as const },
};

export interface Place {
  readonly threads: number | undefined;
  readonly queue: RedisAddress | undefined;
}

export function readPlace(
  values: { readonly threads?: string | undefined; readonly queue?: string | undefined },
  paths: readonly string[],
): Result<Place> {
  const threads = values.threads === undefined ? undefined : Number(values.threads);
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 0 && threads <= 256))
    return fail(`--threads is "${values.threads}", but must be from 0 to 256`);
  if (values.queue === undefined) return ok({ threads, queue: undefined });
  if (threads !== undefined) return fail('--threads is for this machine, --queue for others; specify one');
  if (paths.includes(STANDARD_INPUT))
    return fail('workers at a queue cannot read standard input; save it to a file that they can read');
  const queue = redisAddress(values.queue);
  return queue.ok ? ok({ threads, queue: queue.value }) : queue;
}

/** So much is not computed again if the command is stopped. */
const BYTES_WORTH_KEEPING = 8_000_000;

/** Shows on the terminal how far it is. Ctrl-C stops it, and the same command goes on from there. */
export async function rowsOfJobs(
  jobs: readonly RowJob[],
  request: RowRequest,
  { threads, queue }: Place,
): Promise<Result<ComputedRows, Failure>> {
  const stop = new AbortController();
  const end = () => stop.abort();
  const status = statusLine(process.stderr);
  const isLong = queue !== undefined || jobs.reduce((sum, job) => sum + jobBytes(job), 0) >= BYTES_WORTH_KEEPING;
  const runFile = isLong ? runFileOf(jobs, request) : undefined;
  const options: RunOptions = {
    signal: stop.signal,
    onProgress: (progress) => status.show(progressWords(progress)),
    ...(runFile === undefined ? {} : { runFile }),
  };
  process.once('SIGINT', end);
  try {
    const computed = await (queue === undefined
      ? computeRows({ jobs, request }, { ...options, ...optional('threads', threadsFor(request, threads)) })
      : onQueue(jobs, request, queue, options, status.say));
    status.clear();
    if (!computed.ok || computed.value.isComplete) return computed;
    const { jobsDone } = computed.value.progress;
    computed.value.close();
    const advice = isLong ? 'The same command goes on from there.' : 'Start it again.';
    return fail({ what: `Stopped after ${jobsDone} of ${jobs.length} sessions.`, advice });
  } finally {
    status.clear();
    process.off('SIGINT', end);
  }
}

/** Processes of a compactor end with this one only if it has started them itself. */
function threadsFor({ policies }: RowRequest, threads: number | undefined): number | undefined {
  return policies.some(({ outside }) => outside !== undefined) ? 0 : threads;
}

async function onQueue(
  jobs: readonly RowJob[],
  request: RowRequest,
  queue: RedisAddress,
  options: RunOptions,
  notice: (text: string) => void,
): Promise<Result<ComputedRows, Failure>> {
  const { computeRowsOnQueue } = await import('../../rows/queue/compute-rows-on-queue');
  return computeRowsOnQueue({ jobs, request }, { ...options, queue, notice });
}

/** The same for the same question about the same files, whether or not they have grown. Undefined if there is no place for it. */
function runFileOf(jobs: readonly RowJob[], request: RowRequest): string | undefined {
  const addresses = jobs.map(({ files }) => files.map(({ address }) => address));
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = process.env;
  const cache = [xdg, local].find(isAbsolute) ?? join(homedir(), '.cache');
  const path = join(cache, 'highwater', 'runs', `${shortHash([request, addresses])}.jsonl`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    return path;
  } catch {
    return undefined;
  }
}

/** One line that is overwritten; only on a terminal. */
function statusLine(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  const show = (text: string) => {
    if (output.isTTY) output.write(`\r\u001b[K${text}`);
  };
  return {
    show,
    clear: () => show(''),
    say(text: string): void {
      show('');
      complain(`${text}\n`);
    },
  };
}
