/** Stores a view: the URL of the page. */
export interface AddressBar {
  /** As a new entry, so that Back returns to the previous one. */
  push(hash: string): void;
  /** In the current entry. */
  replace(hash: string): void;
}

export interface Clock {
  nowMs(): number;
  /** Runs it after the delay, unless the returned function is called before. */
  later(delayMs: number, run: () => void): () => void;
}

/** Changes in faster succession are written together at the end. */
const QUIET_MS = 200;
/** Choices of the same kind in faster succession are one gesture, such as dragging over the chart. */
const GESTURE_MS = 400;
/** Browsers block changes of the URL, and some throw, from 100 in half a minute on. */
const PERIOD_MS = 30_000;
const MAX_WRITES = 80;

/**
 * Keeps the URL in sync with the view. A choice creates a new entry immediately; any other change replaces the entry once
 * it has settled.
 */
export class ViewHistory {
  private wanted: string;
  private gesture: { readonly choice: string; readonly atMs: number } | undefined;
  private writtenAtMs: readonly number[] = [];
  private cancel: (() => void) | undefined;

  /** `shown` is the current URL, `wanted` the new one: nothing is written before the view changes. */
  constructor(
    private readonly address: AddressBar,
    private readonly clock: Clock,
    private shown: string,
    wanted: string,
  ) {
    this.wanted = wanted;
  }

  /** The view has changed to this hash; `choice` is what the user chose, if it was a choice. */
  note(hash: string, choice?: string): void {
    const atMs = this.clock.nowMs();
    const { gesture } = this;
    const goesOn = choice !== undefined && choice === gesture?.choice && atMs - gesture.atMs <= GESTURE_MS;
    if (goesOn) this.gesture = { choice, atMs };
    if (hash === this.wanted) return;
    // Two entries: the one that Back leads to may have to be written first.
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

  /** The user went back or forward: the URL has already changed, and the view follows. */
  moved(hash: string): void {
    this.stop();
    this.gesture = undefined;
    this.shown = hash;
    this.wanted = hash;
  }

  /** Before the page unloads. */
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
    this.writtenAtMs = [...this.writtenAtMs, this.clock.nowMs()].slice(-MAX_WRITES);
  }

  /** How long until this many more changes are allowed. */
  private roomAfterMs(writes: number): number {
    const inTheWay = this.writtenAtMs.at(-(MAX_WRITES - writes + 1));
    return inTheWay === undefined ? 0 : Math.max(0, inTheWay + PERIOD_MS - this.clock.nowMs());
  }
}
