import type { Mutable } from '../base/mutable';
import { type CostSum, costOf, noCosts } from '../economics/cost';
import type { Model } from '../economics/model';
import { modelFor } from '../economics/model-table';
import { type CachePlace, type CacheReason, type CacheRequest, PromptCache } from '../economics/prompt-cache';
import type { ContextLedger } from './context-ledger';

const CACHE_LIFE_MS = 5 * 60_000;
/** Of models that the table does not know. */
const USUAL_MINIMUM = 1_024;

/** Whole tokens that come to what was sent, and the cost in $ where it is known. */
export interface SentUse {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly cost: number | undefined;
  /** Why it read what it read. */
  readonly why: CacheReason;
}

export interface SentRequest {
  readonly model: string;
  readonly timeMs: number | undefined;
  readonly systemTokens: number;
  readonly output: number;
}

const START: CachePlace = { tokens: 0, blocks: 0 };

/** [E1] [E2] What the requests of a run read from the cache, and what they cost. */
export class Requests {
  readonly cost: Mutable<CostSum> = { ...noCosts };
  count = 0;
  cacheRead = 0;
  cacheWrite = 0;
  uncached = 0;
  output = 0;
  // The same objects for all requests: a replay makes thousands, and a sweep hundreds of replays.
  private readonly asked: Mutable<CacheRequest> = { model: '', systemTokens: 0, unchanged: START, end: START };
  private readonly use: Mutable<SentUse> = { read: 0, written: 0, uncached: 0, cost: undefined, why: 'first' };
  private readonly usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
  private readonly models = new Map<string, Model>();
  private readonly cache = new PromptCache({
    ttlMs: CACHE_LIFE_MS,
    minimumTokens: (id) => this.model(id).minimumCacheableTokens ?? USUAL_MINIMUM,
  });

  /** A request with the messages of the ledger, `used` tokens in all, which count as sent from then on. */
  send(ledger: ContextLedger, used: number, request: SentRequest): SentUse {
    const { model, timeMs, systemTokens } = request;
    const { asked } = this;
    const { end } = ledger;
    asked.model = model;
    asked.timeMs = timeMs;
    asked.systemTokens = systemTokens;
    asked.unchanged = ledger.unchanged;
    asked.end = end;
    const use = this.cache.request(asked);
    ledger.markSent(end);
    this.use.why = use.why;
    const read = Math.min(used, Math.round(use.read));
    return this.book(used, read, Math.min(used - read, Math.round(use.written)), request);
  }

  /** A request of a layer's, which has the prefix of the call before and its own instruction at the end. */
  sendFork(ledger: ContextLedger, input: number, request: SentRequest): SentUse {
    const readable = Math.min(input, Math.round(request.systemTokens + ledger.unchanged.tokens));
    return this.book(input, readable, 0, request);
  }

  private book(sent: number, read: number, written: number, { model, output }: SentRequest): SentUse {
    const { use, usage, cost } = this;
    use.read = read;
    use.written = written;
    use.uncached = sent - read - written;
    this.count += 1;
    this.cacheRead += read;
    this.cacheWrite += written;
    this.uncached += use.uncached;
    this.output += output;
    usage.input = use.uncached;
    usage.cacheRead = read;
    usage.cacheWrite5m = written;
    usage.output = output;
    use.cost = costOf(usage, this.model(model));
    if (use.cost === undefined) cost.unknown += 1;
    else {
      cost.known += 1;
      cost.dollars += use.cost;
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
