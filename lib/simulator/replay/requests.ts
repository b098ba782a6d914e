import type { Mutable } from '../../base/mutable';
import { lifetimeMs } from '../../economics/cache-lifetime';
import { type CostSum, costOf, noCosts } from '../../economics/cost';
import type { Model } from '../../economics/model';
import { modelFor } from '../../economics/model-table';
import {
  type CachePlace,
  type CacheReason,
  type CacheRequest,
  PromptCache,
  type SentBeginningFacts,
} from '../../economics/prompt-cache';
import type { CacheEvidence, CallEvidence } from '../../economics/recorded-cache';
import type { ContextMessage } from '../../layers/shape/context';
import type { OwnSpent } from '../../layers/shape/own';
import type { ContextLedger } from '../pipeline/context-ledger';

/** For models that are not in the table. */
const USUAL_MINIMUM = 1_024;
/** A remainder below this share of the system part is not the system part. */
const MIN_OF_SYSTEM = 0.95;

/** Whole tokens that add up to what was sent, and the cost in $ if known. */
export interface SentUse {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  /** As billed, which may be less than the actual output: some recordings contain only the beginning of an output. */
  readonly output: number;
  readonly cost: number | undefined;
  /** Why it read no more. */
  readonly why: CacheReason;
}

export interface SentRequest {
  /** The recorded call; missing for a live call. */
  readonly call: number | undefined;
  readonly model: string;
  readonly timeMs: number | undefined;
  readonly systemTokens: number;
  readonly output: number;
  /** [Y2] Of a live call, or of one that we recorded. */
  readonly beginning?: SentBeginningFacts | undefined;
}

/** A request of a layer. */
export interface Fork {
  readonly messages: readonly ContextMessage[];
  /** Including what precedes the messages, and the instruction after them. */
  readonly tokens: number;
  /** Starts like the conversation, so that it can read its cache. */
  readonly sharesCache: boolean;
}

const START: CachePlace = { tokens: 0, blocks: 0 };
const NOTHING: SentUse = { read: 0, written: 0, uncached: 0, output: 0, cost: 0, why: 'hit' };

/**
 * [E1] [E2] What the requests of a run read from the cache, and what they cost. An unchanged request has the recorded
 * bill. Others are predicted, from what the recording shows of the cache at that moment.
 */
export class Requests {
  readonly cost: Mutable<CostSum> = { ...noCosts };
  count = 0;
  cacheRead = 0;
  cacheWrite = 0;
  uncached = 0;
  output = 0;
  // Shared objects: a replay makes thousands of requests, and a sweep hundreds of replays.
  private readonly asked: Mutable<CacheRequest> = { model: '', systemTokens: 0, unchanged: START, end: START };
  private readonly breakpoint: Mutable<CachePlace> = { ...START };
  private readonly breakpoints: readonly CachePlace[] = [this.breakpoint];
  private readonly unchanged: Mutable<CachePlace> = { ...START };
  private readonly end: Mutable<CachePlace> = { ...START };
  private readonly use: Mutable<SentUse> = { ...NOTHING };
  private readonly usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
  private readonly models = new Map<string, Model>();
  private readonly cache = new PromptCache({
    ttlMs: lifetimeMs['5m'],
    minimumTokens: (id) => this.model(id).minimumCacheableTokens ?? USUAL_MINIMUM,
  });
  /** For the latest request: what preceded its messages. */
  private systemBefore = 0;
  /** How much of it is still sent. */
  private systemLimit = Number.POSITIVE_INFINITY;
  private newestCall: number | undefined;
  /** The latest request, as we and as its model counted it. */
  private billedBefore = { own: 0, used: 0 };

  constructor(private readonly evidence?: CacheEvidence) {}

  /**
   * A request with the messages of the ledger, `used` tokens in total, which count as sent from then on. `isRecorded`: it
   * is the recorded request.
   */
  send(ledger: ContextLedger, used: number, request: SentRequest, isRecorded: boolean): SentUse {
    const { model, timeMs, systemTokens, beginning } = request;
    const shown = this.shown(request.call);
    const { asked, unchanged, end } = this;
    const cached = Math.min(shown?.systemTokens ?? beginning?.staticTokens ?? systemTokens, used);
    const before = ledger.unchanged;
    end.blocks = ledger.endBlocks;
    end.tokens = used - cached;
    unchanged.blocks = before.blocks;
    unchanged.tokens = Math.max(0, Math.min(end.tokens, this.intact(before, request) - cached));
    asked.beginning = beginning;
    this.billedBefore = { own: ledger.tokens + systemTokens, used };
    asked.model = model;
    asked.timeMs = timeMs;
    asked.systemTokens = cached;
    asked.unchanged = unchanged;
    asked.end = end;
    asked.breakpoints = shown === undefined ? undefined : this.breakpointBefore(shown, end);
    asked.ttlMs = shown?.ttlMs;
    asked.left = shown?.left;
    asked.shortTokens = shown?.shortTokens;
    asked.systemIsShared = shown !== undefined && isSystemShared(shown, cached);
    const use = this.cache.request(asked);
    ledger.markSent();
    this.systemBefore = systemTokens;
    this.systemLimit = Number.POSITIVE_INFINITY;
    this.newestCall = request.call;
    this.use.why = use.why;
    // Its cost is not in the file: with an estimated price it would look more expensive in a changed replay than in the
    // recording.
    if (this.evidence?.showsBill === true && shown?.usage === undefined) return NOTHING;
    if (isRecorded && shown?.usage !== undefined) return this.bookRecorded(shown);
    const read = Math.min(used, Math.round(use.read));
    return this.book(used, read, Math.min(used - read, Math.round(use.written)), request, shown);
  }

  /** [O5] Another agent has sent these messages, and what precedes them: they are in the cache. */
  seed(ledger: ContextLedger, { model, timeMs, systemTokens, beginning }: SentRequest): void {
    const cached = beginning?.staticTokens ?? systemTokens;
    const end = { blocks: ledger.endBlocks, tokens: ledger.tokens + systemTokens - cached };
    this.cache.request({ model, timeMs, beginning, systemTokens: cached, unchanged: START, end });
    ledger.markSent();
    this.systemBefore = systemTokens;
    const used = ledger.tokens + systemTokens;
    this.billedBefore = { own: used, used };
  }

  /** What preceded the messages was changed behind this place. */
  limitSystem(tokens: number): void {
    this.systemLimit = Math.min(this.systemLimit, tokens);
  }

  /** Of the latest request, up to this place: what is sent again. */
  private intact(place: CachePlace, { beginning, systemTokens }: SentRequest): number {
    const { systemBefore, systemLimit } = this;
    // Another beginning has its own entries, and the cache knows which.
    if (beginning === undefined) return place.tokens + Math.min(systemBefore, systemLimit);
    return Math.min(this.asBilled(place, systemTokens), place.tokens + systemLimit);
  }

  /** A live model counts by its own rule: what is the same as before counts as before. */
  private asBilled({ tokens }: CachePlace, systemTokens: number): number {
    const { own, used } = this.billedBefore;
    const size = tokens + systemTokens;
    return Math.abs(own - used) < 1 ? size : (size * used) / own;
  }

  /** A recorded request that contains nothing of the conversation. */
  sendAside(call: number): SentUse {
    const shown = this.shown(call);
    return shown?.usage === undefined ? NOTHING : this.bookRecorded(shown);
  }

  /** A request of a layer that succeeded. It writes nothing. */
  sendFork(ledger: ContextLedger, fork: Fork, request: SentRequest, cachedTokens?: number): SentUse {
    const input = Math.round(fork.tokens);
    const shown = this.shown(request.call);
    this.use.why = 'hit';
    const readable = () => cachedTokens ?? this.readable(ledger, fork, request, shown);
    return this.book(input, fork.sharesCache ? readable() : 0, 0, request, undefined);
  }

  /** [Z3] Requests that a layer from outside made itself, as it reports them. */
  bookReported({ input, cacheRead, cacheWrite, output }: OwnSpent, model: string): SentUse {
    const { use } = this;
    use.read = cacheRead;
    use.written = cacheWrite;
    use.uncached = input;
    use.output = output;
    use.why = 'hit';
    const usage = { input, cacheRead, cacheWrite5m: cacheWrite, cacheWrite1h: 0, output };
    return this.add(costOf(usage, this.model(model)));
  }

  readable(
    ledger: ContextLedger,
    { messages, tokens }: Fork,
    request: SentRequest,
    shown: CallEvidence | undefined,
  ): number {
    const { call, model, timeMs, systemTokens, beginning } = request;
    // What a call shows to be left was left before it. Later entries are its own.
    const left = call === this.newestCall ? undefined : shown?.left;
    const cached = Math.min(shown?.systemTokens ?? beginning?.staticTokens ?? systemTokens, tokens);
    const common = ledger.unchangedIn(messages);
    const read = this.cache.fork({
      model,
      timeMs,
      systemTokens: cached,
      systemIsShared: shown !== undefined && isSystemShared(shown, cached),
      left,
      common: { blocks: common.blocks, tokens: Math.max(0, this.intact(common, request) - cached) },
      beginning,
    });
    return Math.min(Math.round(tokens), Math.round(read));
  }

  private breakpointBefore({ tailTokens }: CallEvidence, { blocks, tokens }: CachePlace): readonly CachePlace[] {
    this.breakpoint.blocks = blocks;
    this.breakpoint.tokens = Math.max(0, tokens - (this.evidence?.tellsWrites === true ? tailTokens : 0));
    return this.breakpoints;
  }

  private shown(call: number | undefined): CallEvidence | undefined {
    return call === undefined ? undefined : this.evidence?.calls[call];
  }

  private bookRecorded({ usage: recorded, cost }: CallEvidence): SentUse {
    const { use } = this;
    use.read = recorded?.cacheRead ?? 0;
    use.written = (recorded?.cacheWrite5m ?? 0) + (recorded?.cacheWrite1h ?? 0);
    use.uncached = recorded?.input ?? 0;
    use.output = recorded?.output ?? 0;
    return this.add(cost);
  }

  private book(
    sent: number,
    read: number,
    written: number,
    { model, output }: SentRequest,
    shown: CallEvidence | undefined,
  ): SentUse {
    const { use, usage } = this;
    use.read = read;
    // If writes are not reported, they are among the tokens sent.
    use.written = this.evidence?.tellsWrites === false && this.evidence.showsBill ? 0 : written;
    use.uncached = sent - read - use.written;
    use.output = shown?.billedOutput ?? output;
    usage.input = use.uncached;
    usage.cacheRead = read;
    usage.cacheWrite5m = shown?.lifetime === '1h' ? 0 : use.written;
    usage.cacheWrite1h = use.written - usage.cacheWrite5m;
    usage.output = use.output;
    const cost = costOf(usage, this.model(model));
    return this.add(cost === undefined ? undefined : cost + (shown?.costOfPasses ?? 0));
  }

  private add(dollars: number | undefined): SentUse {
    const { use, cost } = this;
    this.count += 1;
    this.cacheRead += use.read;
    this.cacheWrite += use.written;
    this.uncached += use.uncached;
    this.output += use.output;
    use.cost = dollars;
    if (dollars === undefined) cost.unknown += 1;
    else {
      cost.known += 1;
      cost.dollars += dollars;
    }
    return use;
  }

  /** Looked up once: the table is searched by several spellings of the id. */
  private model(id: string): Model {
    const known = this.models.get(id);
    if (known !== undefined) return known;
    const model = modelFor(id);
    this.models.set(id, model);
    return model;
  }
}

/** Other sessions keep it alive, unless the recording shows that it was gone. */
function isSystemShared({ systemIsShared, left }: CallEvidence, systemTokens: number): boolean {
  return systemIsShared && (left === undefined || left >= MIN_OF_SYSTEM * systemTokens);
}
