import type { Mutable } from '../base/mutable';

/** [E1] How many blocks back from a breakpoint an entry is found, counting the breakpoint's own block. */
const BLOCKS_LOOKED_BACK = 20;
/** A request may have four; one follows the system prompt. */
const MAX_MESSAGE_BREAKPOINTS = 3;
/** Providers that cache automatically do so in chunks of this size. */
const PIECE_TOKENS = 128;

export interface PromptCacheOptions {
  /** How long an entry lives after its last use. */
  readonly ttlMs: number;
  /** Model limit: shorter prefixes are not cached. */
  readonly minimumTokens: (model: string) => number;
}

/** A position between two content blocks of the messages: the sizes of everything before it, without the system prompt. */
export interface CachePlace {
  readonly tokens: number;
  readonly blocks: number;
}

export interface CacheRequest {
  readonly model: string;
  /** Without it, no time passes. */
  readonly timeMs?: number | undefined;
  /** Tools and the static part of the system prompt. */
  readonly systemTokens: number;
  /** Up to where the messages equal those of the previous request, whatever its model was. */
  readonly unchanged: CachePlace;
  /** All messages. */
  readonly end: CachePlace;
  /** [Y2] If requests may differ in it: what precedes the messages. Others share no entry but that of the static part. */
  readonly beginning?: CacheBeginning | undefined;
  /** Tools or system prompt differ from the previous request: nothing written earlier is a prefix any more. */
  readonly systemChanged?: boolean;
  /** Other sessions send the same tools and system prompt, so their entry is already written and does not expire. */
  readonly systemIsShared?: boolean | undefined;
  /** In ascending order, instead of the one at `end`. A side request has its own before its last message. */
  readonly breakpoints?: readonly CachePlace[] | undefined;
  /** Lifetime of what this request writes, if it differs from the default. */
  readonly ttlMs?: number | undefined;
  /**
   * How much of earlier requests the recording shows to be left in the cache, whatever the time: at most this many
   * tokens, or `ALL_IS_LEFT`. Without it, lifetimes decide.
   */
  readonly left?: number | undefined;
  /** By how much the recorded read ended before the end of what was left. Some providers read in fixed-size chunks. */
  readonly shortTokens?: number | undefined;
}

/** [Y2] Its bytes, by name. `systemTokens` is the size of the static part. */
export interface CacheBeginning {
  readonly staticPart: string;
  readonly whole: string;
}

/** [Y2] What precedes the messages of a call. */
export interface SentBeginningFacts extends CacheBeginning {
  /** Tools and the static part of the system prompt. */
  readonly staticTokens: number;
}

export const ALL_IS_LEFT = Number.POSITIVE_INFINITY;

/** A request beside the conversation: it shares a prefix with the previous request, and then differs. */
export type ForkRequest = Pick<
  CacheRequest,
  'model' | 'timeMs' | 'systemTokens' | 'systemIsShared' | 'left' | 'beginning'
> & {
  /** Where its messages start to differ. */
  readonly common: CachePlace;
};

/** The three add up to the tokens sent. */
export interface CacheUse {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly why: CacheReason;
}

/**
 *   hit            everything that could be read was read
 *   first          nothing was written before
 *   changed        the last entry is not a prefix of this request: only the part before the change was read
 *   expired        the latest prefix was unused for longer than its lifetime
 *   too-far        more blocks were added than the provider looks back
 *   other-model    written by another model
 *   below-minimum  too short to be cached
 *   lost           the recording shows that less was left, for no known reason
 */
export const cacheReasons = [
  'hit',
  'first',
  'changed',
  'expired',
  'too-far',
  'other-model',
  'below-minimum',
  'lost',
] as const;

export type CacheReason = (typeof cacheReasons)[number];

interface Entry {
  readonly blocks: number;
  /** Including the system prompt. */
  readonly tokens: number;
  ttlMs: number;
  usedMs: number;
}

interface ModelEntries {
  /** In ascending order of blocks: all of them are prefixes of the latest request. */
  readonly messages: Entry[];
  /** Shared with those that differ only behind the static part. */
  readonly start: { system: Entry | undefined };
}

/**
 * [E1] The provider's prefix cache, for the requests of one agent in their order.
 *
 *   request 1   S│a b c│                 │ breakpoints: after S (tools and system), after the last message
 *   request 2   S│a b c d e│             reads S a b c, writes d e              hit
 *   request 3   S│a b X f g│             c changed: no entry ends in S a b      changed: reads S, writes a b X f g
 *
 *   entries after 2   S ∙ S a b c ∙ S a b c d e          after 3   S ∙ S a b X f g
 *
 * An entry that ends after the first change is no longer a prefix; one that ends before it still is. So a request that ends
 * in `… d` after one that ended in `… d e f` finds the entry of an earlier `… d` again, if it is alive and not too far back.
 *
 * The entries that can still be found are a stack: a change pops what ends after it, a request pushes its own end. A
 * request costs the entries it pops and at most twenty lookups. Reading an entry renews it; every request reads the one
 * after the system prompt. Each beginning has a stack of its own: if it changes and changes back, what was written before
 * is found again. Without `beginning`, nothing is.
 */
export class PromptCache {
  private readonly byModel = new Map<string, ModelEntries>();
  /** Nearly always the same for the next request. */
  private newest: { readonly key: string; readonly model: string; readonly entries: ModelEntries } | undefined;
  private readonly starts = new Map<string, ModelEntries['start']>();
  private nowMs = 0;
  /** The default breakpoint, without allocating a list for every request. */
  private readonly atEnd: CachePlace[] = [];
  private readonly use: Mutable<CacheUse> = { read: 0, written: 0, uncached: 0, why: 'first' };

  constructor(private readonly options: PromptCacheOptions) {}

  /** Returns the same object each time: copy it to keep it. */
  request(request: CacheRequest): CacheUse {
    this.nowMs = Math.max(this.nowMs, request.timeMs ?? 0);
    const isFirst = this.byModel.size === 0;
    if (request.systemChanged === true) this.forgetAll();
    const { model, beginning } = request;
    const key = beginning === undefined ? model : `${model} ${beginning.whole}`;
    const known = key === this.newest?.key ? this.newest.entries : this.byModel.get(key);
    const newestBefore = known?.messages.at(-1);
    this.pop(request.unchanged.blocks);
    const entries = known ?? { messages: [], start: this.startOf(request) };
    const { left } = request;
    const isShown = left !== undefined;
    const shownWhy = isShown ? this.whyLess(entries, left) : undefined;

    const breakpoints = this.breakpointsOf(request);
    const minimum = this.options.minimumTokens(request.model);
    const marked = request.systemTokens + (breakpoints.at(-1)?.tokens ?? 0);
    const sent = request.systemTokens + request.end.tokens;
    if (marked < minimum) return this.used(0, 0, sent, 'below-minimum');
    if (known === undefined) this.byModel.set(key, entries);
    const isOtherKey = model === this.newest?.model && key !== this.newest.key;
    if (key !== this.newest?.key) this.newest = { key, model, entries };

    // What a recording shows was found, whatever breakpoints the request had.
    const found = isShown ? entries.messages.at(-1) : this.findInMessages(entries, breakpoints);
    const system = this.systemRead(request, entries);
    const isOtherBeginning = isOtherKey && found === undefined;
    const isChanged = request.systemChanged === true || isOtherBeginning || newestBefore !== entries.messages.at(-1);
    let why: CacheReason;
    if (isFirst) why = 'first';
    else if (known === undefined && this.byModel.size > 1) why = isOtherBeginning ? 'changed' : 'other-model';
    else if (shownWhy !== undefined) why = shownWhy;
    else why = this.reason((breakpoints.at(-1) ?? request.end).blocks, entries, found, isChanged);
    // After a deletion on the server, the entry is smaller than when it was written.
    const intact = request.systemTokens + request.unchanged.tokens;
    // Before the first request: what other sessions left.
    const most = left ?? ALL_IS_LEFT;
    const reached = found === undefined ? system : Math.max(system, found.tokens - (request.shortTokens ?? 0));
    const cached = isFirst && most !== ALL_IS_LEFT ? most : reached;
    const read = Math.min(cached, most, isFirst ? marked : intact, marked);
    if (found !== undefined) found.usedMs = this.nowMs;
    this.write(request, entries, breakpoints, minimum);
    return this.used(read, marked - read, sent - marked, why);
  }

  private used(read: number, written: number, uncached: number, why: CacheReason): CacheUse {
    const { use } = this;
    use.read = read;
    use.written = written;
    use.uncached = uncached;
    use.why = why;
    return use;
  }

  /** What a fork reads: whatever is left of earlier requests. It renews that, and writes nothing. */
  fork({ model, timeMs, systemTokens, systemIsShared, left, common, beginning }: ForkRequest): number {
    this.nowMs = Math.max(this.nowMs, timeMs ?? 0);
    const entries = this.byModel.get(beginning === undefined ? model : `${model} ${beginning.whole}`);
    if (entries === undefined) return systemIsShared === true ? systemTokens : 0;
    const isShown = left !== undefined;
    const found = entries.messages.findLast(
      (entry) => entry.blocks <= common.blocks && (isShown || this.isAlive(entry)),
    );
    const system = this.systemRead({ systemTokens, systemIsShared, left }, entries);
    for (const used of [found, entries.start.system]) {
      if (used !== undefined && (isShown || this.isAlive(used))) used.usedMs = this.nowMs;
    }
    return Math.min(Math.max(found?.tokens ?? 0, system), left ?? ALL_IS_LEFT, systemTokens + common.tokens);
  }

  /** If a recording shows less to be left than was written. */
  private whyLess(entries: ModelEntries, left: number): CacheReason | undefined {
    const newest = entries.messages.at(-1) ?? entries.start.system;
    if (newest === undefined || newest.tokens <= left + PIECE_TOKENS) return undefined;
    return this.isAlive(newest) ? 'lost' : 'expired';
  }

  private breakpointsOf({ breakpoints, end }: CacheRequest): readonly CachePlace[] {
    if (breakpoints === undefined) {
      this.atEnd[0] = end;
      return this.atEnd;
    }
    if (breakpoints.length > MAX_MESSAGE_BREAKPOINTS) {
      throw new Error(
        `A request has ${breakpoints.length} message breakpoints, at most ${MAX_MESSAGE_BREAKPOINTS} fit`,
      );
    }
    return breakpoints;
  }

  /** Nearly always, all requests of a model have the same. */
  private startOf({ model, beginning }: CacheRequest): ModelEntries['start'] {
    if (beginning === undefined) return { system: undefined };
    const key = `${model} ${beginning.staticPart}`;
    const start = this.starts.get(key) ?? { system: undefined };
    this.starts.set(key, start);
    return start;
  }

  private forgetAll(): void {
    this.byModel.clear();
    this.starts.clear();
    this.newest = undefined;
  }

  /** Drops everything that ends after the unchanged messages. */
  private pop(unchangedBlocks: number): void {
    if (this.byModel.size === 1 && this.newest !== undefined) popFrom(this.newest.entries, unchangedBlocks);
    else for (const entries of this.byModel.values()) popFrom(entries, unchangedBlocks);
  }

  private findInMessages({ messages }: ModelEntries, breakpoints: readonly CachePlace[]): Entry | undefined {
    for (let newest = breakpoints.length - 1; newest >= 0; newest--) {
      const blocks = breakpoints[newest]?.blocks ?? 0;
      for (let index = messages.length - 1; index >= 0; index--) {
        const entry = messages[index];
        if (entry === undefined || entry.blocks <= blocks - BLOCKS_LOOKED_BACK) break;
        if (entry.blocks <= blocks && this.isAlive(entry)) return entry;
      }
    }
    return undefined;
  }

  private systemRead(
    { systemIsShared, systemTokens, left }: Pick<CacheRequest, 'systemIsShared' | 'systemTokens' | 'left'>,
    { start: { system } }: ModelEntries,
  ): number {
    if (systemIsShared === true) return systemTokens;
    return left !== undefined || this.isAlive(system) ? (system?.tokens ?? 0) : 0;
  }

  private isAlive(entry: Entry | undefined): boolean {
    return entry !== undefined && this.nowMs - entry.usedMs <= entry.ttlMs;
  }

  private reason(
    last: number,
    { messages, start: { system } }: ModelEntries,
    found: Entry | undefined,
    isChanged: boolean,
  ): CacheReason {
    const newest = messages[lastUpTo(messages, last)];
    if (newest !== undefined && newest !== found) return this.isAlive(newest) ? 'too-far' : 'expired';
    if (isChanged) return 'changed';
    return newest === undefined && system !== undefined && !this.isAlive(system) ? 'expired' : 'hit';
  }

  private write(
    request: CacheRequest,
    entries: ModelEntries,
    breakpoints: readonly CachePlace[],
    minimum: number,
  ): void {
    const ttlMs = request.ttlMs ?? this.options.ttlMs;
    const usedMs = this.nowMs;
    const tokens = request.systemTokens;
    const isSystemKept =
      (request.left !== undefined || this.isAlive(entries.start.system)) && entries.start.system?.tokens === tokens;
    if (entries.start.system !== undefined && isSystemKept) entries.start.system.usedMs = usedMs;
    else entries.start.system = tokens >= minimum ? { blocks: 0, tokens, ttlMs, usedMs } : undefined;
    for (const { blocks, tokens: ofMessages } of breakpoints) {
      const whole = tokens + ofMessages;
      if (whole < minimum || blocks === 0) continue;
      const index = lastUpTo(entries.messages, blocks);
      const isThere = entries.messages[index]?.blocks === blocks;
      const entry = { blocks, tokens: whole, ttlMs, usedMs };
      if (isThere) entries.messages[index] = entry;
      else if (index === entries.messages.length - 1) entries.messages.push(entry);
      else entries.messages.splice(index + 1, 0, entry);
    }
  }
}

function popFrom({ messages }: ModelEntries, unchangedBlocks: number): void {
  while ((messages[messages.length - 1]?.blocks ?? 0) > unchangedBlocks) messages.pop();
}

/** The latest entry that ends at these blocks or before. */
function lastUpTo(entries: readonly Entry[], blocks: number): number {
  let index = entries.length - 1;
  while (index >= 0 && (entries[index]?.blocks ?? 0) > blocks) index -= 1;
  return index;
}
