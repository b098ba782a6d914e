import type { ApiFailure } from './api-failure';
import type { AskModel, AskResult } from './ask-model';
import { sentOnce } from './sent-figures';
import type { Answer, AnswerEnding, StreamOutcome } from './stream-message';

const usage = { input: 900, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };

function answerOf(text: string): Answer {
  if (text === '') return { blocks: [], text, thinking: '', timeMs: 1 };
  return { blocks: [{ type: 'text', text }], text, thinking: '', usage, dollars: 0.5, timeMs: 100 };
}

export function answered(text: string, ending: AnswerEnding = 'whole'): StreamOutcome {
  return { type: 'answered', ending, stopReason: 'end_turn', answer: answerOf(text) };
}

/** `text`: what had come by then. */
export function failed(kind: ApiFailure['kind'], more: Partial<ApiFailure> = {}, text = ''): StreamOutcome {
  return {
    type: 'failed',
    failure: { kind, what: `It is ${kind}.`, advice: 'Wait.', ...more },
    answer: answerOf(text),
  };
}

export function asked(outcome: StreamOutcome): AskResult {
  return { outcome, sent: sentOnce(outcome.answer) };
}

/** So far it has answered this; what is more comes where it is stopped. */
export function stoppedAt(text: string): AskModel {
  return (_, { signal, onEvent }) => {
    onEvent?.({ type: 'asking' });
    onEvent?.({ type: 'first-token', timeMs: 5 });
    onEvent?.({ type: 'text', text });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(asked(failed('aborted', {}, text))), { once: true });
    });
  };
}
