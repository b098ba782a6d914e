import { addCost, type CostSum, costOf, noCosts } from '../economics/cost';
import type { Model } from '../economics/model';
import { modelFor } from '../economics/model-table';
import { type CacheReason, PromptCache } from '../economics/prompt-cache';
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
}

export interface SentRequest {
  readonly model: string;
  readonly timeMs: number | undefined;
  readonly systemTokens: number;
  readonly output: number;
}

/** [E1] [E2] What the requests of a run read from the cache, and what they cost. */
export class Requests {
  cost: CostSum = noCosts;
  count = 0;
  cacheRead = 0;
  cacheWrite = 0;
  uncached = 0;
  output = 0;
  /** Why the newest request read what it read. */
  cacheReason: CacheReason = 'first';
  private readonly models = new Map<string, Model>();
  private readonly cache = new PromptCache({
    ttlMs: CACHE_LIFE_MS,
    minimumTokens: (id) => this.model(id).minimumCacheableTokens ?? USUAL_MINIMUM,
  });

  /** A request with the messages of the ledger, `used` tokens in all, which count as sent from then on. */
  send(ledger: ContextLedger, used: number, request: SentRequest): SentUse {
    const { model, timeMs, systemTokens } = request;
    const use = this.cache.request({ model, timeMs, systemTokens, unchanged: ledger.unchanged, end: ledger.end });
    ledger.markSent();
    this.cacheReason = use.why;
    const read = Math.min(used, Math.round(use.read));
    return this.book(used, read, Math.min(used - read, Math.round(use.written)), request);
  }

  /** A request of a layer's, which has the prefix of the call before and its own instruction at the end. */
  sendFork(ledger: ContextLedger, input: number, request: SentRequest): SentUse {
    const readable = Math.min(input, Math.round(request.systemTokens + ledger.unchanged.tokens));
    return this.book(input, readable, 0, request);
  }

  private book(sent: number, read: number, written: number, { model, output }: SentRequest): SentUse {
    const uncached = sent - read - written;
    this.count += 1;
    this.cacheRead += read;
    this.cacheWrite += written;
    this.uncached += uncached;
    this.output += output;
    const usage = { input: uncached, cacheRead: read, cacheWrite5m: written, cacheWrite1h: 0, output };
    const cost = costOf(usage, this.model(model));
    this.cost = addCost(this.cost, cost);
    return { read, written, uncached, cost };
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
