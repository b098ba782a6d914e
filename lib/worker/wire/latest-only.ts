import { cancelled, isCancelled } from '../../base/failure';
import { nextTask } from './next-task';

export type LatestAnswer<Value> =
  | { readonly type: 'done'; readonly value: Value }
  /** It was cancelled, or a newer request of the same kind arrived before this one was finished. */
  | { readonly type: 'overtaken' };

const overtaken = { type: 'overtaken' } as const;

/** Whoever asked something newer has gone on: for them this is cancelled. */
export function notOvertaken<Value>(answer: LatestAnswer<Value>): Value {
  if (answer.type === 'overtaken') throw cancelled();
  return answer.value;
}

/**
 * For requests that arrive faster than they can be answered, as from a slider: one runs at a time, and of those waiting
 * only the latest. It begins as soon as the running one pauses, which is given up. What never pauses is finished, so that
 * fast work is answered during a drag, too.
 */
export class LatestOnly {
  private isBusy = false;
  private running: AbortController | undefined;
  private waiting: ((answer: 'begin' | 'overtaken') => void) | undefined;
  private whenIdle: (() => void)[] = [];

  async run<Value>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Value | Promise<Value>,
  ): Promise<LatestAnswer<Value>> {
    if (signal.aborted) return overtaken;
    if (this.isBusy && (await this.turn(signal)) === 'overtaken') return overtaken;
    this.isBusy = true;
    const running = new AbortController();
    const stop = () => running.abort();
    this.running = running;
    try {
      if (signal.aborted) return overtaken;
      signal.addEventListener('abort', stop);
      return { type: 'done', value: await work(running.signal) };
    } catch (error) {
      if (running.signal.aborted && isCancelled(error)) return overtaken;
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.running = undefined;
      void nextTask().then(() => this.beginWaiting());
    }
  }

  /** What runs is given up at its next pause, and what waits is never started. */
  stop(): void {
    this.running?.abort();
    this.waiting?.('overtaken');
    this.waiting = undefined;
  }

  /** Nothing runs or waits. */
  idle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.whenIdle.push(resolve)) : Promise.resolve();
  }

  private turn(signal: AbortSignal): Promise<'begin' | 'overtaken'> {
    this.running?.abort();
    this.waiting?.('overtaken');
    return new Promise((resolve) => {
      const cancel = () => {
        if (this.waiting === answer) this.waiting = undefined;
        answer('overtaken');
      };
      const answer = (answered: 'begin' | 'overtaken') => {
        signal.removeEventListener('abort', cancel);
        resolve(answered);
      };
      this.waiting = answer;
      signal.addEventListener('abort', cancel);
      if (signal.aborted) cancel();
    });
  }

  /** Stays busy while one waits: a request that arrives in between must not overtake it. */
  private beginWaiting(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting !== undefined) {
      waiting('begin');
      return;
    }
    this.isBusy = false;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }
}
