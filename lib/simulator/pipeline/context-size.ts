import type { Edits } from '../../layers/shape/context';
import { roughMessage } from '../../tokens/rough';
import type { CallFacts } from './call-facts';
import type { ContextLedger } from './context-ledger';
import type { PolicyCount } from './policy-count';

/** [T2] The parts of a size that starts from the latest usage. */
export interface CountedTerms {
  /** After the last call, including its reply. */
  readonly last: number;
  /** Since then, by `rough`. */
  readonly added: number;
  /** [T3] */
  readonly freed: number;
}

/** How large a context is: what the next call would carry, what the policy counts, and whether it fits. */
export class ContextSize {
  /** The context is still as measured. */
  isAsMeasured = true;
  /** [A5] What layers put before the messages. No measurement includes it. */
  opening = 0;
  /** [T2] The size after the last call, including the reply, and what was added since, by `rough`. */
  private last = 0;
  private added = 0;
  /** [T2] Before the first usage, it does not include what precedes the messages. */
  private hasUsage = false;
  /** [T3] Freed without a call since the latest usage. */
  private freed = 0;

  constructor(
    private readonly ledger: ContextLedger,
    private readonly count: PolicyCount,
    from?: ContextSize,
  ) {
    if (from === undefined) return;
    this.isAsMeasured = from.isAsMeasured;
    this.opening = from.opening;
    this.last = from.last;
    this.added = from.added;
    this.hasUsage = from.hasUsage;
    this.freed = from.freed;
  }

  /** What the call would carry now. */
  carried({ measured, systemTokens }: CallFacts): number {
    const own = this.isAsMeasured && measured !== undefined ? measured : this.ledger.tokens + systemTokens;
    return own + this.opening;
  }

  /** [T9] Tokens of the context as the policy counts them. [T3] Minus what was freed but is still in the usage. */
  used(facts: CallFacts): number {
    if (this.count === 'size') return Math.round(this.carried(facts));
    if (this.count !== 'usage-and-rough') return this.ledger.counted;
    const counted = Math.round(this.last + this.added + (this.hasUsage ? 0 : facts.systemTokens + this.opening));
    // Freed tokens are weighed, while additions since the latest usage are counted.
    return Math.max(0, counted - this.freed);
  }

  get terms(): CountedTerms {
    return { last: this.last, added: this.added, freed: this.freed };
  }

  /** [X1] */
  fits(facts: CallFacts): boolean {
    return (facts.wasTaken && this.isAsMeasured && this.opening === 0) || this.carried(facts) <= facts.thresholds.fits;
  }

  /** [T2] From a usage, or because the content was replaced and earlier measurements no longer apply. */
  startFrom(tokens: number): void {
    this.hasUsage = true;
    this.last = tokens;
    this.added = 0;
    this.freed = 0;
  }

  add(rough: number): void {
    this.added += rough;
  }

  /** [T3] */
  free(tokens: number): void {
    this.freed += tokens;
  }

  /** Results are counted as they arrive: a stored one was never part of the estimate. Called before the edits are made. */
  shrinkAdded(edits: Edits): void {
    let shrunk = 0;
    for (const { place, message } of edits) {
      const before = this.ledger.messages[place];
      if (before !== undefined) shrunk += roughMessage(before.message) - roughMessage(message.message);
    }
    // After a rewind they are already included in the size, with their weights.
    this.added = Math.max(0, this.added - shrunk);
  }
}
