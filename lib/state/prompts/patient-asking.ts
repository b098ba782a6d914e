import { type SentFigures, sentOnce, sentTogether } from '../../api/sent-figures';
import type { Answer, StreamOutcome } from '../../api/stream-message';
import { retryWait, waitBeforeRetry } from '../../api/wait-before-retry';
import type { Failure } from '../../base/failure';

/** Between two tries. */
export interface Waiting {
  readonly leftMs: number;
  /** The API said so; else it is our guess. */
  readonly isAskedFor: boolean;
  readonly failure: Failure;
}

interface Patience {
  /** Aborted, nothing is waited for any more. */
  readonly signal: AbortSignal;
  /** At every second of the countdown. */
  onWait(waiting: Waiting): void;
  /** What was sent before it. */
  readonly before?: SentFigures | undefined;
}

/** Asks, and again after the wait that the API wants, as long as nothing has come. The last outcome, and what all tries took. */
export async function askPatiently(
  ask: () => Promise<StreamOutcome>,
  { signal, onWait, before }: Patience,
): Promise<{ readonly outcome: StreamOutcome; readonly sent: SentFigures }> {
  let sent = before;
  for (let waits = 0; ; waits++) {
    const outcome = await ask();
    sent = sentTogether(sent, sentOnce(outcome.answer));
    if (outcome.type !== 'failed' || hasBegun(outcome.answer)) return { outcome, sent };
    const { failure } = outcome;
    const wait = retryWait(failure, waits);
    if (wait === undefined) return { outcome, sent };
    const { isAskedFor, waitMs } = wait;
    const waited = await waitBeforeRetry(waitMs, {
      signal,
      onTick: (leftMs) => onWait({ leftMs, isAskedFor, failure }),
    });
    if (waited === 'cancelled') return { outcome, sent };
  }
}

/** What had begun to come was paid for, and is not asked for anew. */
function hasBegun({ text, toolInput }: Answer): boolean {
  return text !== '' || toolInput !== undefined;
}
