import type { Failure } from '../base/failure';
import type { JsonObject } from '../base/json';
import { type SentFigures, sentOnce, sentTogether } from './sent-figures';
import type { AnswerEvent, StreamModel, StreamOptions, StreamOutcome } from './stream-message';
import { retryWait, waitBeforeRetry } from './wait-before-retry';

/** Between two tries. */
export interface Waiting {
  readonly leftMs: number;
  /** The API said so; else it is our guess. */
  readonly isAskedFor: boolean;
  readonly failure: Failure;
}

export type AskEvent =
  /** A request goes out, and nothing has come of it yet. */
  | { readonly type: 'asking' }
  | AnswerEvent
  /** At every second of the countdown. */
  | ({ readonly type: 'waiting' } & Waiting);

export interface AskModelOptions extends Pick<StreamOptions, 'betas'> {
  /** Aborted, nothing is waited for any more. What had come by then is in the outcome. */
  readonly signal: AbortSignal;
  readonly onEvent?: (event: AskEvent) => void;
}

export interface AskResult {
  /** Of the last try. */
  readonly outcome: StreamOutcome;
  /** Of all tries. */
  readonly sent: SentFigures;
}

/** Whoever wants a model asked is given this, with key and address in it. */
export type AskModel = (body: JsonObject, options: AskModelOptions) => Promise<AskResult>;

/** Asks, and again after the wait that the API wants, as long as nothing has come: what had begun to come was paid for. */
export async function askModel(stream: StreamModel, body: JsonObject, options: AskModelOptions): Promise<AskResult> {
  const { signal, onEvent } = options;
  let sent: SentFigures | undefined;
  for (let waits = 0; ; waits++) {
    onEvent?.({ type: 'asking' });
    const outcome = await stream(body, options);
    sent = sentTogether(sent, sentOnce(outcome.answer));
    if (outcome.type === 'answered' || outcome.answer.blocks.length > 0) return { outcome, sent };
    const { what, advice } = outcome.failure;
    const wait = retryWait(outcome.failure, waits);
    if (wait === undefined) return { outcome, sent };
    const waiting = { type: 'waiting', isAskedFor: wait.isAskedFor, failure: { what, advice } } as const;
    const onTick = (leftMs: number) => onEvent?.({ ...waiting, leftMs });
    if ((await waitBeforeRetry(wait.waitMs, { signal, onTick })) === 'cancelled') return { outcome, sent };
  }
}
