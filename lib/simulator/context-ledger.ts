import type { CachePlace } from '../economics/prompt-cache';
import { liveClearable } from '../layers/clearable';
import type { ContextMessage } from '../layers/context';
import { type Category, categories } from '../tokens/category';

const PLACE = new Map<Category, number>(categories.map((category, place) => [category, place]));

/**
 * The messages of a context with their sums kept up to date, so that nothing has to go through them before every call.
 * It also knows how far they are still those of the request before, which is what a prompt cache can read.
 */
export class ContextLedger {
  /** By category, in the order of `categories`. */
  readonly sums = new Float64Array(categories.length);
  clearableResults = 0;
  clearableTokens = 0;
  private list: ContextMessage[] = [];
  private blocks = 0;
  private total = 0;
  private unchangedPlace: CachePlace = { tokens: 0, blocks: 0 };
  private unchangedMessages = 0;

  constructor(private readonly exemptTools: ReadonlySet<string>) {}

  get messages(): readonly ContextMessage[] {
    return this.list;
  }

  get tokens(): number {
    return this.total;
  }

  /** Where the messages end. */
  get end(): CachePlace {
    return { tokens: this.tokens, blocks: this.blocks };
  }

  /** Where they stop being those of the request before. */
  get unchanged(): CachePlace {
    return this.unchangedPlace;
  }

  add(message: ContextMessage): void {
    this.list.push(message);
    this.count(message, 1);
  }

  /** Other messages in the place of these. Where the server takes something out of its own copy, that one stays readable. */
  replace(messages: readonly ContextMessage[], keepsCache = false): void {
    const before = this.list;
    this.list = [...messages];
    const firstOther = keepsCache ? this.list.length : firstDifference(before, this.list);
    if (before.length === this.list.length) this.recount(before);
    else this.countAll();
    if (firstOther >= this.unchangedMessages && !keepsCache) return;
    this.unchangedMessages = Math.min(firstOther, this.unchangedMessages, this.list.length);
    this.unchangedPlace = placeAfter(this.list.slice(0, this.unchangedMessages));
  }

  /** As a rule few of many messages are others. */
  private recount(before: readonly ContextMessage[]): void {
    for (const [index, message] of this.list.entries()) {
      const old = before[index];
      if (old === message || old === undefined) continue;
      this.count(old, -1);
      this.count(message, 1);
    }
  }

  private countAll(): void {
    this.sums.fill(0);
    this.blocks = 0;
    this.total = 0;
    this.clearableResults = 0;
    this.clearableTokens = 0;
    for (const message of this.list) this.count(message, 1);
  }

  /** What is here now has been sent. */
  markSent(): void {
    this.unchangedPlace = this.end;
    this.unchangedMessages = this.list.length;
  }

  private count(message: ContextMessage, sign: 1 | -1): void {
    for (const { category, tokens } of message.parts) {
      const place = PLACE.get(category) ?? 0;
      this.sums[place] = (this.sums[place] ?? 0) + sign * tokens;
    }
    this.blocks += sign * message.parts.length;
    this.total += sign * message.tokens;
    const clearable = liveClearable(message, this.exemptTools);
    this.clearableResults += sign * clearable.results;
    this.clearableTokens += sign * clearable.tokens;
  }
}

function firstDifference(before: readonly ContextMessage[], after: readonly ContextMessage[]): number {
  const shorter = Math.min(before.length, after.length);
  for (let index = 0; index < shorter; index++) if (before[index] !== after[index]) return index;
  return shorter;
}

function placeAfter(messages: readonly ContextMessage[]): CachePlace {
  return messages.reduce<{ tokens: number; blocks: number }>(
    (place, { tokens, parts }) => ({ tokens: place.tokens + tokens, blocks: place.blocks + parts.length }),
    { tokens: 0, blocks: 0 },
  );
}
