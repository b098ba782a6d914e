import type { Usage } from '../transcript/transcript';
import type { CacheLifetime } from './cache-lifetime';
import { costOf } from './cost';
import type { Model } from './model';

/** What a compaction did, as far as cost is concerned. */
export interface CompactionToBill {
  readonly model: Model;
  readonly lifetime: CacheLifetime;
  /** Tools and system prompt: cached before and after. */
  readonly systemTokens: number;
  /** The messages before and after, as the next call would have carried them and as it carries them. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Missing if no model was called: an existing note, a clearing. */
  readonly request?: SummaryRequest;
}

export interface SummaryRequest {
  /** Part of the input that was read from the cache. */
  readonly readTokens: number;
  /** Part of the input that was sent uncached: the instruction, and everything else that is not in the cache. */
  readonly uncachedTokens: number;
  readonly outputTokens: number;
}

export interface Bill {
  readonly request: number;
  readonly output: number;
  /** The next call writes what remains instead of reading it: the difference. */
  readonly rewrite: number;
  readonly total: number;
  /** What every later call no longer reads. Negative if the messages grew. */
  readonly gainPerCall: number;
  /** The call after the compaction, counted from 1, with which the gains have paid the bill. */
  readonly breakEvenCall: number | 'never';
}

/**
 * [E3] Compared with the same calls without the compaction, while the cache stays warm:
 *
 *   bill    request + output + (write − read) of what remains
 *   gain    read of what was removed, at every later call including the next
 *
 * Calls after a pause save more, because everything is written again there. `undefined` if prices are unknown.
 */
export function billOf(compaction: CompactionToBill): Bill | undefined {
  const { model, lifetime, request, tokensBefore, tokensAfter } = compaction;
  const price = (tokens: Partial<Usage>) => costOf({ ...nothing, ...tokens }, model);
  const sent = request === undefined ? 0 : price({ cacheRead: request.readTokens, input: request.uncachedTokens });
  const whole = compaction.systemTokens + tokensAfter;
  const rewritten = price({
    cacheRead: compaction.systemTokens,
    [lifetime === '5m' ? 'cacheWrite5m' : 'cacheWrite1h']: tokensAfter,
  });
  const reread = price({ cacheRead: whole });
  const unshortened = price({ cacheRead: compaction.systemTokens + tokensBefore });
  const answered = outputCost(request, model);
  if (
    sent === undefined ||
    rewritten === undefined ||
    reread === undefined ||
    unshortened === undefined ||
    answered === undefined
  ) {
    return undefined;
  }
  const rewrite = rewritten - reread;
  const total = sent + answered + rewrite;
  const gainPerCall = unshortened - reread;
  return {
    request: sent,
    output: answered,
    rewrite,
    total,
    gainPerCall,
    breakEvenCall: gainPerCall > 0 ? Math.max(1, Math.ceil(total / gainPerCall - ROUNDING)) : 'never',
  };
}

const nothing: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
/** A bill of exactly three gains is paid with the third call. */
const ROUNDING = 1e-9;

/** A long prompt can make the output more expensive too, so the output is priced with its prompt. */
function outputCost(request: SummaryRequest | undefined, model: Model): number | undefined {
  if (request === undefined) return 0;
  const input = request.readTokens + request.uncachedTokens;
  const silent = costOf({ ...nothing, input }, model);
  const answered = costOf({ ...nothing, input, output: request.outputTokens }, model);
  return silent === undefined || answered === undefined ? undefined : answered - silent;
}
