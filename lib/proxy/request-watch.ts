/** Why a request ended before its response was complete. */
export type Ending = 'left' | 'silent' | 'too-slow';

export interface WatchLimits {
  /** Time without a byte from the other side. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/**
 * Ends everything that belongs to one request when the page disconnects, when nothing arrives, or when it takes too long.
 */
export class RequestWatch {
  private readonly controller = new AbortController();
  private readonly whole: ReturnType<typeof setTimeout>;
  private readonly onLeft = () => this.end('left');
  private cause: Ending | undefined;

  constructor(
    private readonly page: AbortSignal,
    private readonly limits: WatchLimits,
  ) {
    this.whole = setTimeout(() => this.end('too-slow'), limits.wholeMs);
    if (page.aborted) this.end('left');
    else page.addEventListener('abort', this.onLeft);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get ending(): Ending | undefined {
    return this.cause;
  }

  /** Idle time only counts here: a page that reads slowly does not make the upstream idle. */
  async waitFor<Value>(step: Promise<Value>): Promise<Value> {
    const silence = setTimeout(() => this.end('silent'), this.limits.silenceMs);
    try {
      return await step;
    } finally {
      clearTimeout(silence);
    }
  }

  end(ending: Ending): void {
    this.cause ??= ending;
    this.release();
    this.controller.abort();
  }

  /** Once the response is complete: a remaining timer would keep the request alive. */
  release(): void {
    clearTimeout(this.whole);
    this.page.removeEventListener('abort', this.onLeft);
  }
}
