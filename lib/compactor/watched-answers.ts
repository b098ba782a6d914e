import type { OwnAnswer, OwnAsk } from '../layers/shape/own';

/** [Z3] After so many in a row it is not asked any more: each may take as long as it is waited for. */
const MOST_FAULTS = 3;

/** What asking a layer from outside took. What became of its answers is in the simulation. */
export interface AnswersReport {
  readonly asked: number;
  readonly totalMs: number;
  readonly slowest?: { readonly call: number; readonly ms: number };
  /** Questions without an answer. */
  readonly faults: readonly { readonly call: number; readonly what: string }[];
  /** From this call on it was not asked any more. */
  readonly gaveUpAt?: number;
}

/** Asks, and keeps account of times and faults. */
export class WatchedAnswers {
  private asked = 0;
  private totalMs = 0;
  private slowest: { call: number; ms: number } | undefined;
  private readonly faults: { call: number; what: string }[] = [];
  private inARow = 0;
  private gaveUpAt: number | undefined;

  constructor(private readonly ask: (ask: OwnAsk) => Promise<OwnAnswer>) {}

  async answer(ask: OwnAsk): Promise<OwnAnswer> {
    const { call } = ask.facts;
    if (this.inARow >= MOST_FAULTS) {
      this.gaveUpAt ??= call;
      return { type: 'keep' };
    }
    const startMs = performance.now();
    const answer = await this.ask(ask);
    const ms = performance.now() - startMs;
    this.asked += 1;
    this.totalMs += ms;
    if (this.slowest === undefined || ms > this.slowest.ms) this.slowest = { call, ms };
    const isFault = answer.type === 'failed' && answer.kind === 'no-answer';
    this.inARow = isFault ? this.inARow + 1 : 0;
    if (isFault) this.faults.push({ call, what: answer.what });
    return answer;
  }

  get report(): AnswersReport {
    const { asked, totalMs, slowest, faults, gaveUpAt } = this;
    return {
      asked,
      totalMs,
      ...(slowest && { slowest }),
      faults,
      ...(gaveUpAt === undefined ? {} : { gaveUpAt }),
    };
  }
}
