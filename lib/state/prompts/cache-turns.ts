const WARM_MS = 5 * 60_000;

interface Turn {
  /** Resolves when no other request with the same prefix is ahead; undefined if none is. */
  readonly ready: Promise<void> | undefined;
  /** Its answer has begun, or none is expected for now. */
  over(): void;
}

/**
 * Of several requests with the same prefix, the first goes ahead. Until its answer begins, the prefix is not cached,
 * and each of the others would pay for writing it to the cache.
 */
export class CacheTurns {
  /** The time of the last answer, by prefix. */
  private readonly answeredMs = new Map<string, number>();
  private readonly ahead = new Map<string, Promise<void>>();

  constructor(private readonly nowMs: () => number) {}

  /** The prefix may still be in the cache. */
  isWarm(beginning: string): boolean {
    const answeredMs = this.answeredMs.get(beginning);
    return answeredMs !== undefined && this.nowMs() - answeredMs < WARM_MS;
  }

  answered(beginning: string): void {
    this.answeredMs.set(beginning, this.nowMs());
  }

  take(beginning: string): Turn {
    const ready = this.ahead.get(beginning);
    if (ready !== undefined || this.isWarm(beginning)) return { ready, over: () => undefined };
    let goOn = () => {};
    this.ahead.set(beginning, new Promise((resolve) => (goOn = resolve)));
    return {
      ready: undefined,
      over: () => {
        this.ahead.delete(beginning);
        goOn();
      },
    };
  }
}
