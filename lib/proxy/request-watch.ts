/** Why a request was ended before its answer was whole. */
export type Ending = 'left' | 'silent' | 'too-slow';

export interface WatchLimits {
  /** Without a byte from whoever is waited for. */
  readonly silenceMs: number;
  readonly wholeMs: number;
}

/** Ends everything that belongs to one request when the page leaves, when nothing comes any more, or when it takes too long. */
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

  /** The silence is counted only here: a page that reads slowly is not an upstream that says nothing. */
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

  /** Once the answer is whole: a timer left behind would hold on to the request. */
  release(): void {
    clearTimeout(this.whole);
    this.page.removeEventListener('abort', this.onLeft);
  }
}
