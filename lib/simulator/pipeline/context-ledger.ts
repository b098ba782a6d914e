import type { CachePlace } from '../../economics/prompt-cache';
import { isLiveClearable } from '../../layers/shape/clearable';
import type {
  ContextMessage,
  ContextPart,
  Edits,
  PartPlace,
  ResultFindings,
  ResultIndex,
} from '../../layers/shape/context';
import { categories, categoryPlaces } from '../../tokens/category';
import type { Message } from '../../transcript/transcript';

/**
 * The messages of a context with running totals, so that nothing has to walk them before every call. It also tracks how
 * far they equal the previous request, which is what a prompt cache can read.
 */
export class ContextLedger implements ResultIndex {
  /** By category, in the order of `categories`. */
  readonly sums = new Float64Array(categories.length);
  clearableResults = 0;
  clearableTokens = 0;
  mediaBytes = 0;
  wholeTokens = 0;
  results = 0;
  resultCharacters = 0;
  editedTokens = 0;
  editedToolTokens = 0;
  /** All messages, as the policy counts them. */
  counted = 0;
  readonly findings = new Map<string | object, ResultFindings>();
  private list: ContextMessage[] = [];
  private wholeResults: PartPlace[] = [];
  private blocks = 0;
  private total = 0;
  private unchangedTokens = 0;
  private unchangedBlocks = 0;
  private unchangedMessages = 0;

  constructor(
    private readonly exemptTools: ReadonlySet<string>,
    /** [T9] The counter of a policy that counts every message itself. */
    private readonly countOwn?: (message: Message) => number,
  ) {}

  clone(): ContextLedger {
    return this.countedBy(this.exemptTools, this.countOwn);
  }

  /** The same messages for another policy, with its own counter. */
  countedBy(exemptTools: ReadonlySet<string>, countOwn: ((message: Message) => number) | undefined): ContextLedger {
    const copy = new ContextLedger(exemptTools, countOwn);
    for (const message of this.list) copy.add(message);
    copy.setUnchanged(this.unchangedTokens, this.unchangedBlocks);
    copy.unchangedMessages = this.unchangedMessages;
    return copy;
  }

  /** They change with the next edit: copy them to keep them. */
  get messages(): readonly ContextMessage[] {
    return this.list;
  }

  get tokens(): number {
    return this.total;
  }

  get whole(): readonly PartPlace[] {
    return this.wholeResults;
  }

  get endBlocks(): number {
    return this.blocks;
  }

  /** Where they start to differ from the previous request. */
  get unchanged(): CachePlace {
    return { tokens: this.unchangedTokens, blocks: this.unchangedBlocks };
  }

  private setUnchanged(tokens: number, blocks: number): void {
    this.unchangedTokens = tokens;
    this.unchangedBlocks = blocks;
  }

  /** Where these messages start to differ from those sent with the previous request. */
  unchangedIn(messages: readonly ContextMessage[]): CachePlace {
    if (messages === this.list) return this.unchanged;
    const shorter = Math.min(messages.length, this.unchangedMessages);
    let same = 0;
    while (same < shorter && messages[same] === this.list[same]) same += 1;
    return same === this.unchangedMessages ? this.unchanged : placeAfter(this.list, 0, same);
  }

  /** The current messages were sent. */
  markSent(): void {
    this.unchangedTokens = this.total;
    this.unchangedBlocks = this.blocks;
    this.unchangedMessages = this.list.length;
  }

  /** Something in front of the messages changed. */
  endUnchanged(): void {
    this.endUnchangedAt(0);
  }

  add(message: ContextMessage): void {
    this.list.push(message);
    this.count(message, 1);
    const { parts, shape } = message;
    if (shape.wholeResults === 0) return;
    for (let part = 0; part < parts.length; part++) {
      if (shape.wholeResults === parts.length || isWholeResult(parts[part]))
        this.wholeResults.push({ message: this.list.length - 1, part });
    }
  }

  /** Replaces some messages. What the server removes from its own cached copy stays readable. */
  edit(edits: Edits, keepsCache: boolean): void {
    let first = this.list.length;
    let { tokens, blocks } = this.unchanged;
    for (const { place, message } of edits) {
      const before = this.list[place];
      if (before === undefined) continue;
      this.count(before, -1);
      this.count(message, 1);
      this.list[place] = message;
      this.findWholeResults(place, message);
      first = Math.min(first, place);
      if (place >= this.unchangedMessages) continue;
      tokens += message.tokens - before.tokens;
      blocks += message.shape.parts - before.shape.parts;
    }
    if (keepsCache) this.setUnchanged(tokens, blocks);
    else this.endUnchangedAt(first);
  }

  /** Replaces all messages. */
  replace(messages: readonly ContextMessage[], keepsCache = false): void {
    const before = this.list;
    this.list = [...messages];
    this.recount(before);
    const first = keepsCache ? this.list.length : firstDifference(before, this.list);
    this.unchangedMessages = Math.min(first, this.unchangedMessages, this.list.length);
    const { tokens, blocks } = placeAfter(this.list, 0, this.unchangedMessages);
    this.setUnchanged(tokens, blocks);
  }

  /** Usually only the beginning differs, so the end is not counted again. */
  private recount(before: readonly ContextMessage[]): void {
    const shorter = Math.min(before.length, this.list.length);
    let same = 0;
    while (same < shorter && before[before.length - 1 - same] === this.list[this.list.length - 1 - same]) same += 1;
    if (same < this.list.length / 2) {
      this.countAll();
      return;
    }
    for (let place = 0; place < before.length - same; place++) this.countAt(before, place, -1);
    for (let place = 0; place < this.list.length - same; place++) this.countAt(this.list, place, 1);
    const shift = this.list.length - before.length;
    const results = this.list
      .slice(0, this.list.length - same)
      .flatMap((message, place) => wholeResultsAt(place, message));
    for (const { message, part } of this.wholeResults) {
      if (message >= before.length - same) results.push({ message: message + shift, part });
    }
    this.setWholeResults(results);
  }

  private setWholeResults(results: PartPlace[]): void {
    this.wholeResults = results;
    this.forgetFrom(0);
  }

  private forgetFrom(place: number): void {
    for (const each of this.findings.values()) each.forgetFrom(place);
  }

  private countAt(messages: readonly ContextMessage[], place: number, sign: 1 | -1): void {
    const message = messages[place];
    if (message !== undefined) this.count(message, sign);
  }

  private endUnchangedAt(first: number): void {
    if (first >= this.unchangedMessages) return;
    this.unchangedMessages = first;
    // From the nearer end: what changes before every call is nearly always recent.
    if (first <= this.list.length / 2) {
      const { tokens, blocks } = placeAfter(this.list, 0, first);
      this.setUnchanged(tokens, blocks);
      return;
    }
    let { total: tokens, blocks } = this;
    for (let place = first; place < this.list.length; place++) {
      const message = this.list[place];
      tokens -= message?.tokens ?? 0;
      blocks -= message?.shape.parts ?? 0;
    }
    this.setUnchanged(Math.max(0, tokens), blocks);
  }

  private findWholeResults(place: number, message: ContextMessage): void {
    const { wholeResults } = this;
    const oldest = wholeResults[0];
    const next = wholeResults[1];
    // The oldest was cleared, the usual case.
    if (oldest?.message === place && next?.message !== place && message.shape.wholeResults === 0) {
      wholeResults.shift();
      this.forgetFrom(0);
      return;
    }
    let start = wholeResults.length;
    // Otherwise nearly always one of the latest.
    while (start > 0 && (wholeResults[start - 1]?.message ?? 0) >= place) start -= 1;
    let end = start;
    while (wholeResults[end]?.message === place) end += 1;
    const found = wholeResultsAt(place, message);
    if (found.length === 0 && end === start) return;
    wholeResults.splice(start, end - start, ...found);
    this.forgetFrom(start);
  }

  private countAll(): void {
    this.sums.fill(0);
    this.blocks = 0;
    this.total = 0;
    this.clearableResults = 0;
    this.clearableTokens = 0;
    this.mediaBytes = 0;
    this.wholeTokens = 0;
    this.results = 0;
    this.resultCharacters = 0;
    this.editedTokens = 0;
    this.editedToolTokens = 0;
    this.counted = 0;
    for (const message of this.list) this.count(message, 1);
    this.setWholeResults(this.list.flatMap((message, place) => wholeResultsAt(place, message)));
  }

  private count(message: ContextMessage, sign: 1 | -1): void {
    const { shape } = message;
    this.blocks += sign * shape.parts;
    this.total += sign * message.tokens;
    // Reading its shares is another memory access, for several messages before each call.
    if (shape.category !== undefined) this.addTo(shape.category, sign * message.tokens);
    else this.countShares(message, sign);
    if (this.countOwn !== undefined) this.counted += sign * this.countOwn(message.message);
    if (message.editedTokens !== 0) this.countEdited(message, sign);
    this.mediaBytes += sign * message.mediaBytes;
    if (shape.results === 0) return;
    this.results += sign * shape.results;
    this.resultCharacters += sign * message.resultCharacters;
    if (shape.wholeResults > 0) this.countWhole(message, sign);
  }

  private countShares({ shares }: ContextMessage, sign: 1 | -1): void {
    for (let next = 0; next < shares.length; next += 2) this.addTo(shares[next] ?? 0, sign * (shares[next + 1] ?? 0));
  }

  private addTo(category: number, tokens: number): void {
    this.sums[category] = (this.sums[category] ?? 0) + tokens;
  }

  private countWhole({ shape, parts, tokens }: ContextMessage, sign: 1 | -1): void {
    const { parts: all, wholeResults, clearableResults } = shape;
    const isAll = wholeResults === all && this.exemptTools.size === 0;
    if (isAll && (clearableResults === all || clearableResults === 0)) {
      this.wholeTokens += sign * tokens;
      this.clearableResults += sign * clearableResults;
      if (clearableResults > 0) this.clearableTokens += sign * tokens;
      return;
    }
    for (const held of parts) {
      if (!isWholeResult(held)) continue;
      this.wholeTokens += sign * held.tokens;
      if (!isLiveClearable(held, this.exemptTools)) continue;
      this.clearableResults += sign;
      this.clearableTokens += sign * held.tokens;
    }
  }

  private countEdited({ shape, parts, editedTokens }: ContextMessage, sign: 1 | -1): void {
    this.editedTokens += sign * editedTokens;
    if (shape.category === categoryPlaces.thinking) return;
    this.editedToolTokens += sign * editedTokens;
    if (shape.category !== undefined) return;
    for (const { part, uneditedTokens, tokens } of parts) {
      if (part.kind === 'thinking' && uneditedTokens !== undefined)
        this.editedToolTokens -= sign * (uneditedTokens - tokens);
    }
  }
}

const NONE: readonly PartPlace[] = [];

function wholeResultsAt(message: number, { parts, shape }: ContextMessage): readonly PartPlace[] {
  if (shape.wholeResults === 0) return NONE;
  return parts.flatMap((held, part) => (isWholeResult(held) ? [{ message, part }] : []));
}

function isWholeResult(held: ContextPart | undefined): boolean {
  return held?.part.kind === 'tool-result' && held.state === 'whole';
}

function firstDifference(before: readonly ContextMessage[], after: readonly ContextMessage[]): number {
  const shorter = Math.min(before.length, after.length);
  for (let index = 0; index < shorter; index++) if (before[index] !== after[index]) return index;
  return shorter;
}

function placeAfter(messages: readonly ContextMessage[], from: number, to: number): CachePlace {
  let tokens = 0;
  let blocks = 0;
  for (let place = from; place < to; place++) {
    const message = messages[place];
    tokens += message?.tokens ?? 0;
    blocks += message?.shape.parts ?? 0;
  }
  return { tokens, blocks };
}
