import type { ContextMessage, Edits } from '../../layers/shape/context';
import type { Measure } from '../../policies/shape/measure';
import { chars4Message } from '../../tokens/chars4';
import { jsonItemsMessage } from '../../tokens/json-items';
import { roughMessage } from '../../tokens/rough';
import { textsMessage } from '../../tokens/texts';
import type { Message } from '../../transcript/transcript';
import type { CallFacts } from './call-facts';
import type { ContextLedger } from './context-ledger';
import type { PolicyCount } from './policy-count';

/** [W10] The encrypted text that stands for so many tokens of reasoning is estimated to be longer. */
const OLD_REASONING = 1.2;

const SINCE: Readonly<Record<Measure['since'], (message: Message) => number>> = {
  rough: roughMessage,
  'json-items': once(jsonItemsMessage),
  chars4: once(chars4Message),
  texts: once(textsMessage),
  nothing: () => 0,
};

const sum = (tokens: readonly number[]) => tokens.reduce((all, each) => all + each, 0);

/** A replay counts the same messages as the one before it. */
function once(count: (message: Message) => number): (message: Message) => number {
  const known = new WeakMap<Message, number>();
  return (message) => {
    let tokens = known.get(message);
    if (tokens === undefined) {
      tokens = count(message);
      known.set(message, tokens);
    }
    return tokens;
  };
}

/** [T2] The parts of a size that starts from the latest usage. */
export interface CountedTerms {
  /** After the last call, including its reply unless the policy leaves it out [W10]. */
  readonly last: number;
  /** Since then. */
  readonly added: number;
  /** [W10] */
  readonly oldReasoning: number;
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
  /** [W11] Of each message since the prompt of the turn entered, while no call has carried it. */
  private newTurn: number[] = [];
  /** [W10] Reasoning before the last prompt, and since. */
  private oldReasoning = 0;
  private newReasoning = 0;

  constructor(
    private readonly ledger: ContextLedger,
    private readonly count: PolicyCount,
    private readonly measure: Measure,
    private readonly waitsWithPrompt: boolean,
    from?: ContextSize,
  ) {
    if (from === undefined) return;
    this.newTurn = [...from.newTurn];
    this.oldReasoning = from.oldReasoning;
    this.newReasoning = from.newReasoning;
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
    const before = this.hasUsage ? 0 : facts.systemTokens + this.opening;
    // Freed tokens are weighed, while additions since the latest usage are counted.
    return Math.max(0, Math.round(this.last + this.addedThatCount + this.old + before) - this.freed);
  }

  /** An object of its own: not for every call. */
  get terms(): CountedTerms {
    return { last: this.last, added: this.addedThatCount, oldReasoning: this.old, freed: this.freed };
  }

  /** [W11] */
  private get addedThatCount(): number {
    return this.waitsWithPrompt ? this.added - sum(this.newTurn) : this.added;
  }

  /** [W10] Of earlier turns. A prompt that does not count yet begins none. */
  private get old(): number {
    if (!this.measure.countsOldReasoning) return 0;
    const isNew = this.newTurn.length > 0 && !this.waitsWithPrompt;
    return OLD_REASONING * (this.oldReasoning + (isNew ? this.newReasoning : 0));
  }

  /** [W11] So many messages at the end are of a turn that no call has carried. */
  get ofNewTurn(): number {
    return this.newTurn.length;
  }

  /** [W11] So many messages at the end do not count yet, and stay. */
  get waiting(): number {
    return this.waitsWithPrompt ? this.ofNewTurn : 0;
  }

  /** [X1] */
  fits(facts: CallFacts): boolean {
    return (facts.wasTaken && this.isAsMeasured && this.opening === 0) || this.carried(facts) <= facts.thresholds.fits;
  }

  /** The call was made, and its reply came. */
  sent(used: number, output: number, reasoning: number): void {
    this.startFrom(this.measure.usage === 'total' ? used + output : used);
    if (this.newTurn.length > 0) {
      this.oldReasoning += this.newReasoning;
      this.newReasoning = 0;
    }
    this.newReasoning += reasoning;
    if (this.newTurn.length > 0) this.newTurn = [];
  }

  /** [T4] The latest usage was for content that is gone. */
  compacted(tokens: number): void {
    this.startFrom(tokens);
    this.newTurn = this.newTurn.map(() => 0);
    this.forgetReasoning();
  }

  /** [W10] A compaction leaves none. */
  forgetReasoning(): void {
    this.oldReasoning = 0;
    this.newReasoning = 0;
  }

  /** [T2] From a usage, or because the content was replaced and earlier measurements no longer apply. */
  startFrom(tokens: number): void {
    this.hasUsage = true;
    this.last = tokens;
    this.added = 0;
    this.freed = 0;
  }

  /** Other than the reply to the last call. */
  enter(message: ContextMessage, rough: number): void {
    const { since } = this.measure;
    const tokens = since === 'rough' ? rough : SINCE[since](message.message);
    this.added += tokens;
    const { kind, role, origin } = message.message;
    if (this.newTurn.length === 0 && (kind !== 'prompt' || role !== 'user' || origin !== undefined)) return;
    this.newTurn.push(tokens);
  }

  /** By a layer, at a prompt: it comes with it. */
  add(message: Message): void {
    const tokens = SINCE[this.measure.since](message);
    this.added += tokens;
    if (this.newTurn.length > 0) this.newTurn.push(tokens);
  }

  /** [W11] The user went back: of the new turn, these stay. Without its prompt, it is none. */
  rewound(stays: readonly boolean[]): void {
    this.newTurn = stays[0] === true ? this.newTurn.filter((_, index) => stays[index] === true) : [];
  }

  /** [T3] */
  free(tokens: number): void {
    this.freed += tokens;
  }

  /** Results are counted as they arrive: a stored one was never part of the estimate. Called before the edits are made. */
  shrinkAdded(edits: Edits): void {
    const count = SINCE[this.measure.since];
    let shrunk = 0;
    for (const { place, message } of edits) {
      const before = this.ledger.messages[place];
      if (before !== undefined) shrunk += count(before.message) - count(message.message);
    }
    // After a rewind they are already included in the size, with their weights.
    this.added = Math.max(0, this.added - shrunk);
  }
}
