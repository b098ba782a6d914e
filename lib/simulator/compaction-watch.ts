import type { ContextMessage } from '../layers/context';
import type { Thrash } from './simulation';

/** [G4] */
const MOST_IN_A_ROW = 3;

/** Counts what went wrong with compactions, so that it is not tried for ever. */
export class CompactionWatch {
  /** [G3] */
  failuresInARow = 0;
  /** The call before which the last one succeeded. */
  lastCompaction: number | undefined;
  thrash: Thrash | undefined;
  private inARow = 0;

  clone(): CompactionWatch {
    return Object.assign(new CompactionWatch(), this);
  }

  failed(): void {
    this.failuresInARow += 1;
  }

  succeeded(call: number, messages: readonly ContextMessage[]): void {
    this.failuresInARow = 0;
    this.inARow = this.lastCompaction !== undefined && call - this.lastCompaction <= 1 ? this.inARow + 1 : 1;
    this.lastCompaction = call;
    if (this.inARow < MOST_IN_A_ROW) return;
    const [largest] = [...messages].sort((a, b) => b.tokens - a.tokens);
    if (largest !== undefined) this.thrash = { call, message: largest.message.id, tokens: Math.round(largest.tokens) };
  }
}
