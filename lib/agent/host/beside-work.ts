import type { BesideNeed } from '../journal/need';
import type { NewEntry } from '../journal/new-entry';

interface BesideParts {
  /** By id, what has not ended. */
  open(): readonly string[];
  needOf(id: string): BesideNeed | undefined;
  /** Undefined if it was stopped. */
  execute(need: BesideNeed, signal: AbortSignal): Promise<NewEntry | undefined>;
  /** Whether it was stored. */
  write(entry: NewEntry): Promise<boolean>;
  failed(error: unknown): Promise<void>;
  onChange(): void;
}

interface UnderWay {
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** [J2] Drives what goes on beside the turns, each step stored before the next. What was stopped can be started again. */
export class BesideWork {
  private readonly underWay = new Map<string, UnderWay>();
  /** Requests that were sent while the turn still waited for them. */
  private readonly sent = new Map<string, Sent>();

  constructor(private readonly parts: BesideParts) {}

  isUnderWay(id: string): boolean {
    return this.underWay.has(id);
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  /** Its first step was begun elsewhere, and goes on here once it is started. */
  takeOver(id: string, sent: Sent): void {
    this.sent.set(id, sent);
  }

  /** Everything that has not ended, and waits for nothing else. */
  start(): void {
    for (const id of this.parts.open()) {
      const need = this.parts.needOf(id);
      if (this.underWay.has(id) || need === undefined || need.type === 'waits') continue;
      const sent = this.sent.get(id);
      this.sent.delete(id);
      const stopping = sent?.stopping ?? new AbortController();
      const done = this.drive(id, stopping.signal, sent?.entry).finally(() => {
        this.underWay.delete(id);
        // Another may start right after it.
        if (!stopping.signal.aborted) this.start();
        this.parts.onChange();
      });
      this.underWay.set(id, { stopping, done });
    }
  }

  /** None of these is worked on any more: they have ended, or wait for something else. */
  async idle(ids: () => readonly string[]): Promise<void> {
    for (;;) {
      const working = ids().flatMap((id) => this.underWay.get(id)?.done ?? []);
      if (working.length === 0) return;
      await Promise.all(working);
    }
  }

  /** What is in progress is lost, and nothing is written. */
  async stop(ids: readonly string[] = [...this.underWay.keys(), ...this.sent.keys()]): Promise<void> {
    for (const id of ids) {
      this.sent.get(id)?.stopping.abort();
      this.sent.delete(id);
      this.underWay.get(id)?.stopping.abort();
    }
    await Promise.all(ids.map((id) => this.underWay.get(id)?.done));
  }

  private async drive(id: string, signal: AbortSignal, first?: Promise<NewEntry | undefined>): Promise<void> {
    // A model or a command that ignores the signal must not hold up whoever stops it.
    const stopped = aborted(signal);
    try {
      let step = first;
      for (;;) {
        const need = this.parts.needOf(id);
        if (need === undefined || need.type === 'waits' || signal.aborted) return;
        const entry = await Promise.race([step ?? this.parts.execute(need, signal), stopped]);
        step = undefined;
        if (entry === undefined || signal.aborted || !(await this.parts.write(entry))) return;
        // What waited for it, or was started by it.
        this.start();
      }
    } catch (error) {
      await this.parts.failed(error);
    }
  }
}

export interface Sent {
  readonly stopping: AbortController;
  readonly entry: Promise<NewEntry | undefined>;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
