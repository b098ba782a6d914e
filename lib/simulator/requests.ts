import { addCost, type CostSum, costOf, noCosts } from '../economics/cost';
import type { Model } from '../economics/model';
import { modelFor } from '../economics/model-table';
import { PromptCache } from '../economics/prompt-cache';
import type { ContextLedger } from './context-ledger';

const CACHE_LIFE_MS = 5 * 60_000;
/** Of models that the table does not know. */
const USUAL_MINIMUM = 1_024;

/** Whole tokens that come to what was sent. */
export interface WholeUse {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
}

export interface SentRequest {
  readonly model: string;
  readonly timeMs?: number;
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
  private readonly models = new Map<string, Model>();
  private readonly cache = new PromptCache({
    ttlMs: CACHE_LIFE_MS,
    minimumTokens: (id) => this.model(id).minimumCacheableTokens ?? USUAL_MINIMUM,
  });

  /** A request with the messages of the ledger, `used` tokens in all, which count as sent from then on. */
  send(ledger: ContextLedger, used: number, request: SentRequest): WholeUse {
    const { model, timeMs, systemTokens } = request;
    const use = this.cache.request({
      model,
      ...(timeMs === undefined ? {} : { timeMs }),
      systemTokens,
      unchanged: ledger.unchanged,
      end: ledger.end,
    });
    ledger.markSent();
    const read = Math.min(used, Math.round(use.read));
    const written = Math.min(used - read, Math.round(use.written));
    const whole = { read, written, uncached: used - read - written };
    this.book(whole, request);
    return whole;
  }

  /** A request of a layer's, which has the prefix of the call before and its own instruction at the end. */
  sendFork(ledger: ContextLedger, inputTokens: number, request: SentRequest): void {
    const readable = Math.min(inputTokens, Math.round(request.systemTokens + ledger.unchanged.tokens));
    this.book({ read: readable, written: 0, uncached: inputTokens - readable }, request);
  }

  private book(use: WholeUse, { model, output }: SentRequest): void {
    this.count += 1;
    this.cacheRead += use.read;
    this.cacheWrite += use.written;
    this.uncached += use.uncached;
    this.output += output;
    const usage = { input: use.uncached, cacheRead: use.read, cacheWrite5m: use.written, cacheWrite1h: 0, output };
    this.cost = addCost(this.cost, costOf(usage, this.model(model)));
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
