import { nextTask } from './next-task';

export type LatestAnswer<Value> =
  | { readonly type: 'done'; readonly value: Value }
  /** A newer request of the same kind came before this one was begun. */
  | { readonly type: 'overtaken' };

/**
 * For what is asked faster than it can be done, as a slider asks: one piece of work at a time, and of those that wait only
 * the newest. The others are never begun, and neither is one that was cancelled while it waited.
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

  /** Stays busy where one waits: a request that comes in between must not slip past it. */
  private beginWaiting(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.isBusy = false;
    else waiting('begin');
  }
}
