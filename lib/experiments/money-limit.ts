/**
 * [V7] A request only goes out if what was spent, and the most that it and all others in progress may cost, stays within
 * the limit. All in thousandths of a dollar.
 */
export class MoneyLimit {
  private held = 0;
  private waiting: (() => void)[] = [];

  constructor(
    /** Undefined for none. */
    readonly most: number | undefined,
    /** Without the requests in progress. */
    private readonly spent: () => number,
  ) {}

  /**
   * False if the request would pass the limit even if all others in progress cost what they were allowed to: they cost
   * less in most cases, so their end is awaited first.
   */
  async take(mills: number): Promise<boolean> {
    for (;;) {
      if (this.most === undefined || this.spent() + this.held + mills <= this.most) {
        this.held += mills;
        return true;
      }
      if (this.held === 0) return false;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Its real price is in what was spent by now. */
  giveBack(mills: number): void {
    this.held -= mills;
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }
}
