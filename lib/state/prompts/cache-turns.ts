const WARM_MS = 5 * 60_000;

interface Turn {
  /** Until then another request with the same beginning is ahead; nothing where none is. */
  readonly ready: Promise<void> | undefined;
  /** Its answer has begun, or none is to be expected for now. */
  over(): void;
}

/**
 * Of requests with the same beginning the first goes ahead. Before its answer begins, that beginning is not in the cache, and each
 * of the others would pay for writing it there.
 */
export class CacheTurns {
  /** When a request was answered last, by its beginning. */
  private readonly answeredMs = new Map<string, number>();
  private readonly ahead = new Map<string, Promise<void>>();

  constructor(private readonly nowMs: () => number) {}

  /** A request with the same beginning may still be in the cache. */
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
