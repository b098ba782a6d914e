import type { AskModel } from '../../api/ask-model';
import type { BatchOutcome } from '../../api/batches/result-line';
import { type SentFigures, sentOnce } from '../../api/sent-figures';
import type { Answer, StreamOutcome } from '../../api/stream-message';
import { optional } from '../../base/optional';

const TOO_LONG_ADVICE =
  'Run it one after another: then a request that is too long is sent again without the oldest rounds.';

/** [V8] What a batch answered, in the place of a model. [F4] A shorter request cannot be sent in the same batch. */
export function answeredInBatch(given: BatchOutcome): AskModel {
  const outcome = outcomeOf(given);
  const sent: SentFigures = { ...sentOnce(outcome.answer), isInBatch: true };
  return async () => ({ outcome, sent });
}

function outcomeOf(given: BatchOutcome): StreamOutcome {
  if (given.type === 'answered') {
    const { ending, stopReason, text, usage, dollars } = given;
    const answer: Answer = { ...NOTHING, text, ...optional('usage', usage), ...optional('dollars', dollars) };
    return { type: 'answered', ending, stopReason, answer };
  }
  const { failure } = given;
  if (failure.kind !== 'too-long') return { type: 'failed', failure, answer: NOTHING };
  return { type: 'failed', failure: { ...failure, kind: 'request', advice: TOO_LONG_ADVICE }, answer: NOTHING };
}

const NOTHING: Answer = { blocks: [], text: '', thinking: '', timeMs: 0 };
