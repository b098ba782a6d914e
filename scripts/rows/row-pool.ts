import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Failure } from '../../lib/base/failure';
import { fail, type Result } from '../../lib/base/result';
import type { RowRequest } from '../../lib/rows/rows-of';
import type { RowJob } from './row-job';
import type { JobOutcome } from './run-job';

export interface ThreadWork {
  readonly job: RowJob;
  readonly request: RowRequest;
}

/** A failure is what ended the thread, or a bug. */
type ThreadAnswer = Result<JobOutcome, Failure>;

const MEGABYTE = 2 ** 20;
/** Of the machine's memory, for all threads together: the rest is for what is not on their heaps. */
const SHARE_OF_MEMORY = 0.6;
/** Replays make much that is soon garbage: with more room for it, less of it has to be copied. */
const YOUNG_MB = 48;

/** What a thread may use before it is ended, with its job, instead of the whole process. */
function threadMegabytes(threads: number): number {
  return Math.max(256, Math.floor((totalmem() * SHARE_OF_MEMORY) / MEGABYTE / threads));
}

/** Threads that run one job each at a time. One that dies gives a reason for its job, and another takes its place. */
export class RowPool {
  private readonly idle: RowThread[] = [];
  private readonly waiting: ((thread: RowThread) => void)[] = [];
  private readonly all = new Set<RowThread>();
  private isClosed = false;

  constructor(
    readonly threads: number,
    private readonly megabytes = threadMegabytes(threads),
  ) {
    for (let count = 0; count < threads; count++) this.startThread();
  }

  async run(work: ThreadWork): Promise<ThreadAnswer> {
    const thread = this.idle.pop() ?? (await new Promise<RowThread>((take) => this.waiting.push(take)));
    const answer = await thread.answerTo(work);
    if (thread.isAlive) this.give(thread);
    else if (!this.isClosed) {
      this.all.delete(thread);
      this.startThread();
    }
    return answer;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.all].map((thread) => thread.end()));
  }

  private startThread(): void {
    const thread = new RowThread(this.megabytes);
    this.all.add(thread);
    this.give(thread);
  }

  private give(thread: RowThread): void {
    const take = this.waiting.shift();
    if (take === undefined) this.idle.push(thread);
    else take(thread);
  }
}

class RowThread {
  isAlive = true;
  private readonly worker: Worker;
  private answer: ((given: ThreadAnswer) => void) | undefined;

  constructor(private readonly megabytes: number) {
    this.worker = new Worker(new URL('./row-worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker.on('message', (given: ThreadAnswer) => this.say(given));
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.die(this.reason(error)));
    this.worker.on('exit', (code) => this.die(`the thread ended by itself, with code ${code}.`));
  }

  answerTo(work: ThreadWork): Promise<ThreadAnswer> {
    return new Promise((resolve) => {
      this.answer = resolve;
      if (this.isAlive) this.worker.postMessage(work);
      else this.say(fail(deathOf('the thread could not be started')));
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private reason({ code, message }: NodeJS.ErrnoException): string {
    return code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `it takes more memory than the ${this.megabytes} MB of a thread.`
      : `its thread ended: ${message}`;
  }

  private die(why: string): void {
    this.isAlive = false;
    this.say(fail(deathOf(why)));
  }

  private say(given: ThreadAnswer): void {
    const answer = this.answer;
    this.answer = undefined;
    answer?.(given);
  }
}

function deathOf(why: string): Failure {
  return {
    what: `The session could not be computed: ${why}`,
    advice: 'Compute it with fewer threads, or on a machine with more memory.',
  };
}
