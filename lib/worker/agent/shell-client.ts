import { lateRun, type ShellRun, type ShellRunner, shellHere } from '../../agent/tools/shell';
import { Refusal } from '../../base/failure';
import { type AskedWorker, WorkerClient } from '../wire/worker-client';
import type { ShellRequests } from './shell';

/** Grace period after the time limit, which the shell itself checks from time to time. */
const LATE_GRACE_MS = 1_000;
/** Grace period after a stop: starting a new worker takes longer than finishing what is nearly done. */
const STOP_GRACE_MS = 300;

/**
 * Runs commands in a separate worker, which is terminated if a command hangs. One command at a time: in parallel they
 * would only wait for each other, and a hanging one could not be identified.
 */
export class ShellClient implements ShellRunner {
  private readonly worker: WorkerClient<ShellRequests>;
  private last: Promise<void> = Promise.resolve();

  constructor(startWorker: () => AskedWorker<ShellRequests>) {
    this.worker = new WorkerClient(startWorker, lost);
  }

  /** After what runs now: one that hangs is ended with the worker. */
  load(): Promise<void> {
    return this.last.then(() => this.worker.ask('load', null)).then(nothing, nothing);
  }

  run(...command: Parameters<ShellRunner['run']>): Promise<ShellRun> {
    const mine = this.last.then(() => this.runAlone(...command));
    this.last = mine.then(nothing, nothing);
    return mine;
  }

  private async runAlone(...[command, files, { signal, ...limits }]: Parameters<ShellRunner['run']>) {
    if (signal.aborted) return failedRun('');
    let forced: ShellRun | undefined;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const endIn = (afterMs: number, run: ShellRun) => {
      const end = () => {
        forced = run;
        this.worker.stop();
      };
      timers.push(setTimeout(end, afterMs));
    };
    const stop = () => endIn(STOP_GRACE_MS, failedRun(''));
    signal.addEventListener('abort', stop, { once: true });
    let isLoaded = false;
    try {
      await this.worker.ask('load', null);
      isLoaded = true;
      endIn(limits.timeLimitMs + LATE_GRACE_MS, lateRun(limits.timeLimitMs));
      return await this.worker.ask('run', { command, files, ...limits });
    } catch (error) {
      if (forced !== undefined) return forced;
      // If a command crashes the shell, the agent is told. If there is no shell, the user is.
      if (isLoaded && error instanceof Refusal) return failedRun(`shell: ${error.what}\n`);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      for (const timer of timers) clearTimeout(timer);
    }
  }
}

function failedRun(stderr: string): ShellRun {
  return { stdout: '', stderr, exitCode: 1, changes: [], unfit: [] };
}

function lost(): Refusal {
  return new Refusal(
    'The shell failed to start or stopped unexpectedly, probably out of memory.',
    'Nothing is changed. Try again.',
  );
}

function startShellWorker(): AskedWorker<ShellRequests> {
  return new Worker(new URL('./shell.worker.ts', import.meta.url), { type: 'module' });
}

function nothing(): void {}

/** For a worker. Some browsers do not support nested workers: there, commands run in the calling worker. */
export const shell: ShellRunner = typeof Worker === 'undefined' ? shellHere : new ShellClient(startShellWorker);
