/** Where only the newest of several requests counts: each one cancels the one before. */
export class Latest {
  private current: AbortController | undefined;

  /** The signal of a new request. Aborted as soon as its answer must not be used any more. */
  begin(): AbortSignal {
    this.current?.abort();
    this.current = new AbortController();
    return this.current.signal;
  }

  /** Nothing newer began, and it was not dropped. It may have been stopped: then how it ended is still shown. */
  isCurrent(signal: AbortSignal): boolean {
    return this.current?.signal === signal;
  }

  /** At the user's wish. */
  stop(): void {
    this.current?.abort();
  }

  /** What it was for is gone. */
  drop(): void {
    this.current?.abort();
    this.current = undefined;
  }
}
