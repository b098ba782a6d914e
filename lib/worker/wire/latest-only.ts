import { nextTask } from './next-task';

export type LatestAnswer<Value> =
  | { readonly type: 'done'; readonly value: Value }
  /** A newer request of the same kind arrived before this one was started. */
  | { readonly type: 'overtaken' };

/**
 * For requests that arrive faster than they can be answered, as from a slider: one runs at a time, and of those waiting
 * only the latest. The others are never started, nor is one that was cancelled while it waited.
 */
export class LatestOnly {
  private isBusy = false;
  private waiting: ((answer: 'begin' | 'overtaken') => void) | undefined;

  async run<Value>(signal: AbortSignal, work: () => Value): Promise<LatestAnswer<Value>> {
    if (this.isBusy && (await this.turn()) === 'overtaken') return { type: 'overtaken' };
    this.isBusy = true;
    try {
      return signal.aborted ? { type: 'overtaken' } : { type: 'done', value: work() };
    } finally {
      void nextTask().then(() => this.beginWaiting());
    }
  }

  private turn(): Promise<'begin' | 'overtaken'> {
    this.waiting?.('overtaken');
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  /** Stays busy while one waits: a request that arrives in between must not overtake it. */
  private beginWaiting(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.isBusy = false;
    else waiting('begin');
  }
}
