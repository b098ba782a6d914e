export type CacheLife = '5m' | '1h';

/** Tokens of one request, as the API reports them: the three do not overlap. */
interface RequestCount {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** System prompt and tools: the same for every call, with a cache breakpoint at its end. Not in the file. */
const STATIC_TOKENS = 18_400;
/** Instructions and environment before the first message. Not in the file either. */
const OPENING_TOKENS = 3_600;

const WINDOW_TOKENS = 200_000;
const OUTPUT_RESERVE_TOKENS = 20_000;
const COMPACTION_BUFFER_TOKENS = 13_000;
const AUTO_COMPACTION_TOKENS = WINDOW_TOKENS - OUTPUT_RESERVE_TOKENS - COMPACTION_BUFFER_TOKENS;

const CACHE_LIFE_MS: Record<CacheLife, number> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

/** Keeps the sums of a session so that every recorded usage follows from what was added before it. */
export class ContextLedger {
  private context = STATIC_TOKENS + OPENING_TOKENS;
  private recordedTokens = 0;
  private estimatedSinceTokens = 0;
  private cachedTokens = 0;
  private lastUseMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly cacheLife: CacheLife) {}

  add(tokens: number): void {
    this.context += tokens;
  }

  /** The agent's own estimate for what was added since the last response; it decides with this when to compact. */
  estimate(tokens: number): void {
    this.estimatedSinceTokens += tokens;
  }

  get contextTokens(): number {
    return this.context;
  }

  /** The size of the context as the agent estimates it: the last recorded total plus an estimate of the rest. */
  get usedTokens(): number {
    return this.recordedTokens + this.estimatedSinceTokens;
  }

  get mustCompact(): boolean {
    return this.recordedTokens > 0 && this.usedTokens >= AUTO_COMPACTION_TOKENS;
  }

  /** `input`: the tokens after the last cache breakpoint. */
  request(nowMs: number, input: number, outputTokens: number): RequestCount {
    const isAlive = nowMs - this.lastUseMs <= CACHE_LIFE_MS[this.cacheLife];
    const cacheRead = isAlive ? this.cachedTokens : 0;
    const cacheWrite = this.context - cacheRead - input;
    if (cacheWrite < 0) throw new Error(`A request of ${this.context} tokens cannot read ${cacheRead} from the cache`);
    this.cachedTokens = cacheRead + cacheWrite;
    this.lastUseMs = nowMs;
    this.recordedTokens = this.context + outputTokens;
    this.context = this.recordedTokens;
    this.estimatedSinceTokens = 0;
    return { input, cacheRead, cacheWrite };
  }

  /** The compaction's own request reads the prefix too, so the system part is alive after it. */
  compact(nowMs: number): void {
    this.context = STATIC_TOKENS + OPENING_TOKENS;
    this.recordedTokens = 0;
    this.estimatedSinceTokens = 0;
    this.cachedTokens = STATIC_TOKENS;
    this.lastUseMs = nowMs;
  }
}
