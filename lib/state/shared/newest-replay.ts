import { type Failure, failureOf, isCancelled } from '../../base/failure';
import type { ReplayProgress } from '../../simulator/replay/replay';
import type { LatestAnswer } from '../../worker/wire/latest-only';
import type { Clock } from './view-history';

/** Whether the figures that are shown are those of what was chosen last. */
export type ReplayState<Choice> =
  | { readonly type: 'shown' }
  | {
      readonly type: 'running';
      readonly choice: Choice;
      /** Worth saying: fast replays would only make it flicker. */
      readonly isSlow: boolean;
      readonly progress: ReplayProgress | undefined;
    }
  | { readonly type: 'cancelled'; readonly choice: Choice }
  | { readonly type: 'failed'; readonly choice: Choice; readonly failure: Failure };

export interface ReplayAsked {
  readonly signal: AbortSignal;
  onProgress(progress: ReplayProgress): void;
}

export interface NewestReplayParts<Choice, Answer> {
  /** Whoever answers drops the older of several, so that answers come in the order of the choices. */
  ask(choice: Choice, asked: ReplayAsked): Promise<LatestAnswer<Answer>>;
  /** Also of a choice that is no longer the newest: during a drag, the figures follow. */
  take(answer: Answer, choice: Choice): void;
  tell(state: ReplayState<Choice>): void;
  readonly clock: Pick<Clock, 'later'>;
}

/** What takes no longer needs no sign. */
const SLOW_MS = 150;
/** Who has not dropped an older choice by then is told to. */
const DROP_MS = 1_000;

/** Replays of which only the newest counts: says when one takes long, can be cancelled, and goes on after a failure. */
export class NewestReplay<Choice, Answer> {
  private state: ReplayState<Choice> = { type: 'shown' };
  private readonly asked = new Set<AbortController>();
  private stopTimer: (() => void) | undefined;
  private last = 0;

  constructor(private readonly parts: NewestReplayParts<Choice, Answer>) {}

  begin(choice: Choice): void {
    const isSlow = this.state.type === 'running' && this.state.isSlow;
    this.tell({ type: 'running', choice, isSlow, progress: undefined });
    if (!isSlow && this.stopTimer === undefined) this.startTimer();
    for (const older of this.asked) this.parts.clock.later(DROP_MS, () => older.abort());
    const asking = new AbortController();
    this.asked.add(asking);
    this.last += 1;
    void this.run(choice, this.last, asking.signal).finally(() => this.asked.delete(asking));
  }

  /** The figures stay what they are. */
  cancel(): void {
    if (this.state.type !== 'running') return;
    const { choice } = this.state;
    this.end({ type: 'cancelled', choice });
  }

  /** What was cancelled or failed. */
  again(): void {
    if (this.state.type === 'cancelled' || this.state.type === 'failed') this.begin(this.state.choice);
  }

  /** The figures are right as they are, or gone. */
  drop(): void {
    this.end({ type: 'shown' });
  }

  private async run(choice: Choice, number: number, signal: AbortSignal): Promise<void> {
    const isNewest = () => number === this.last && !signal.aborted;
    const onProgress = (progress: ReplayProgress) => {
      if (isNewest() && this.state.type === 'running') this.tell({ ...this.state, progress });
    };
    try {
      const answer = await this.parts.ask(choice, { signal, onProgress });
      if (signal.aborted || answer.type === 'overtaken') return;
      this.parts.take(answer.value, choice);
      if (isNewest()) this.end({ type: 'shown' });
      else this.followed();
    } catch (error) {
      if (!isNewest()) return;
      this.end(
        isCancelled(error) ? { type: 'cancelled', choice } : { type: 'failed', choice, failure: failureOf(error) },
      );
    }
  }

  /** The figures are a moment old. */
  private followed(): void {
    if (this.state.type !== 'running') return;
    this.startTimer();
    if (this.state.isSlow) this.tell({ ...this.state, isSlow: false });
  }

  private end(state: ReplayState<Choice>): void {
    for (const asking of this.asked) asking.abort();
    this.asked.clear();
    this.clearTimer();
    this.tell(state);
  }

  private startTimer(): void {
    this.clearTimer();
    this.stopTimer = this.parts.clock.later(SLOW_MS, () => {
      this.stopTimer = undefined;
      if (this.state.type === 'running') this.tell({ ...this.state, isSlow: true });
    });
  }

  private clearTimer(): void {
    this.stopTimer?.();
    this.stopTimer = undefined;
  }

  private tell(state: ReplayState<Choice>): void {
    this.state = state;
    this.parts.tell(state);
  }
}
