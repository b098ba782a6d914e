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
const YOUNG_MB = 96;

/** What a thread may use before it is ended, with its job, instead of the whole process. */
function threadMegabytes(threads: number): number {
  return Math.max(256, Math.floor((totalmem() * SHARE_OF_MEMORY) / MEGABYTE / threads));
}

/** A thread has its next job before it ends one: it need not wait for this thread, which writes the rows. */
const GIVEN_AT_ONCE = 2;

interface Task {
  readonly work: ThreadWork;
  readonly resolve: (answer: ThreadAnswer) => void;
}

/** Threads that run one job at a time each. One that dies gives a reason for its job, and another takes its place. */
export class RowPool {
  private readonly all = new Set<RowThread>();
  private readonly waiting: Task[] = [];
  private isClosed = false;

  constructor(
    readonly threads: number,
    private readonly megabytes = threadMegabytes(threads),
  ) {
    for (let count = 0; count < threads; count++) this.startThread();
  }

  /** With so many jobs at once, no thread waits. */
  get places(): number {
    return this.threads * GIVEN_AT_ONCE;
  }

  run(work: ThreadWork): Promise<ThreadAnswer> {
    return new Promise((resolve) => {
      this.waiting.push({ work, resolve });
      this.giveOut();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.all].map((thread) => thread.end()));
  }

  private startThread(): void {
    const thread = new RowThread(this.megabytes, {
      onAnswer: () => this.giveOut(),
      onDeath: (notBegun) => this.replace(thread, notBegun),
    });
    this.all.add(thread);
  }

  private replace(thread: RowThread, notBegun: readonly Task[]): void {
    this.all.delete(thread);
    this.waiting.unshift(...notBegun);
    if (!this.isClosed) this.startThread();
    this.giveOut();
  }

  private giveOut(): void {
    if (this.isClosed) {
      for (const { resolve } of this.waiting.splice(0)) resolve(fail(deathOf('the threads were ended.')));
      return;
    }
    for (;;) {
      const thread = this.leastBusy();
      const task = thread === undefined ? undefined : this.waiting.shift();
      if (task === undefined) return;
      thread?.take(task);
    }
  }

  private leastBusy(): RowThread | undefined {
    const [first, ...others] = this.all;
    const least = others.reduce(
      (best, thread) => (best !== undefined && best.given <= thread.given ? best : thread),
      first,
    );
    return least === undefined || least.given >= GIVEN_AT_ONCE ? undefined : least;
  }
}

interface ThreadListener {
  onAnswer(): void;
  /** With the jobs that it had not begun. */
  onDeath(notBegun: readonly Task[]): void;
}

class RowThread {
  private isAlive = true;
  private readonly worker: Worker;
  /** In the order in which they are run. */
  private tasks: Task[] = [];

  constructor(
    private readonly megabytes: number,
    private readonly listener: ThreadListener,
  ) {
    this.worker = new Worker(new URL('./row-worker.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker.on('message', (answer: ThreadAnswer) => {
      this.tasks.shift()?.resolve(answer);
      this.listener.onAnswer();
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) => this.die(this.reason(error)));
    this.worker.on('exit', (code) => this.die(`the thread ended by itself, with code ${code}.`));
  }

  get given(): number {
    return this.tasks.length;
  }

  take(task: Task): void {
    this.tasks.push(task);
    if (this.isAlive) this.worker.postMessage(task.work);
    else this.bury('the thread could not be started.');
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private reason({ code, message }: NodeJS.ErrnoException): string {
    return code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `it takes more memory than the ${this.megabytes} MB of a thread.`
      : `its thread ended: ${message}`;
  }

  /** Without a job it is replaced only when one comes: a thread that cannot start would be replaced for ever. */
  private die(why: string): void {
    this.isAlive = false;
    if (this.tasks.length > 0) this.bury(why);
  }

  private bury(why: string): void {
    const [running, ...notBegun] = this.tasks;
    this.tasks = [];
    running?.resolve(fail(deathOf(why)));
    this.listener.onDeath(notBegun);
  }
}

function deathOf(why: string): Failure {
  return {
    what: `The session could not be computed: ${why}`,
    advice: 'Compute it with fewer threads, or on a machine with more memory.',
  };
}
