/** Where a view is written down: the address of the page. */
export interface AddressBar {
  /** As a new entry, so that Back leads to the one before. */
  push(hash: string): void;
  /** In the entry that is shown. */
  replace(hash: string): void;
}

export interface Clock {
  nowMs(): number;
  /** Runs it after the delay, unless the function that it returns is called before. */
  later(delayMs: number, run: () => void): () => void;
}

/** Changes that follow one another faster are written when they are over. */
const QUIET_MS = 200;
/** Choices of the same kind that follow one another faster are one gesture: the pointer is drawn over the chart. */
const GESTURE_MS = 400;
/** Browsers refuse, and some throw, from 100 changes of the address in half a minute on. */
const PERIOD_MS = 30_000;
const MOST_WRITES = 80;

/**
 * Brings the address up to date with the view. A choice makes a new entry at once; any other change replaces the entry
 * when it has come to rest.
 */
export class ViewHistory {
  private wanted: string;
  private gesture: { readonly choice: string; readonly atMs: number } | undefined;
  private writtenAtMs: readonly number[] = [];
  private cancel: (() => void) | undefined;

  /** `shown` is what the address has, and `wanted` what it should have: nothing is written before the view changes. */
  constructor(
    private readonly address: AddressBar,
    private readonly clock: Clock,
    private shown: string,
    wanted: string,
  ) {
    this.wanted = wanted;
  }

  /** The view has changed to what this hash says; `choice` is what the user chose, if it was one. */
  note(hash: string, choice?: string): void {
    const atMs = this.clock.nowMs();
    const { gesture } = this;
    const goesOn = choice !== undefined && choice === gesture?.choice && atMs - gesture.atMs <= GESTURE_MS;
    if (goesOn) this.gesture = { choice, atMs };
    if (hash === this.wanted) return;
    // Two: what Back will lead to may have to be written first.
    if (choice === undefined || goesOn || this.roomAfterMs(2) > 0) {
      this.wanted = hash;
      this.schedule(QUIET_MS);
      return;
    }
    this.flush();
    this.gesture = { choice, atMs };
    this.wanted = hash;
    this.write('push');
  }

  /** The user went back or on: the address is this one already, and the view follows. */
  moved(hash: string): void {
    this.stop();
    this.gesture = undefined;
    this.shown = hash;
    this.wanted = hash;
  }

  /** Before the page goes away. */
  flush(): void {
    this.stop();
    if (this.wanted !== this.shown) this.write('replace');
  }

  stop(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private schedule(delayMs: number): void {
    this.stop();
    this.cancel = this.clock.later(delayMs, () => {
      const waitMs = this.roomAfterMs(1);
      if (waitMs > 0) this.schedule(waitMs);
      else this.flush();
    });
  }

  private write(how: 'push' | 'replace'): void {
    this.address[how](this.wanted);
    this.shown = this.wanted;
    this.writtenAtMs = [...this.writtenAtMs, this.clock.nowMs()].slice(-MOST_WRITES);
  }

  /** How long until so many more changes are allowed. */
  private roomAfterMs(writes: number): number {
    const inTheWay = this.writtenAtMs.at(-(MOST_WRITES - writes + 1));
    return inTheWay === undefined ? 0 : Math.max(0, inTheWay + PERIOD_MS - this.clock.nowMs());
  }
}
