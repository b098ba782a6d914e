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
    this.count(message);
  }

  /** Other messages in the place of these. Where the server takes something out of its own copy, that one stays readable. */
  replace(messages: readonly ContextMessage[], keepsCache = false): void {
    const before = this.list;
    this.list = [...messages];
    this.sums.fill(0);
    this.blocks = 0;
    this.total = 0;
    this.clearableResults = 0;
    this.clearableTokens = 0;
    let isSame = true;
    let place: CachePlace = { tokens: 0, blocks: 0 };
    let same = 0;
    for (const [index, message] of this.list.entries()) {
      this.count(message);
      isSame &&= index < this.unchangedMessages && (keepsCache || before[index] === message);
      if (!isSame) continue;
      same = index + 1;
      place = { tokens: place.tokens + message.tokens, blocks: this.blocks };
    }
    this.unchangedPlace = place;
    this.unchangedMessages = same;
  }

  /** What is here now has been sent. */
  markSent(): void {
    this.unchangedPlace = this.end;
    this.unchangedMessages = this.list.length;
  }

  private count(message: ContextMessage): void {
    for (const { category, tokens } of message.parts) {
      const place = PLACE.get(category) ?? 0;
      this.sums[place] = (this.sums[place] ?? 0) + tokens;
    }
    this.blocks += message.parts.length;
    this.total += message.tokens;
    const clearable = liveClearable(message, this.exemptTools);
    this.clearableResults += clearable.results;
    this.clearableTokens += clearable.tokens;
  }
}
