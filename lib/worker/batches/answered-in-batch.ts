import type { AskModel } from '../../api/ask-model';
import type { BatchOutcome } from '../../api/batches/result-line';
import { estimatedUsage } from '../../api/estimated-usage';
import { type SentFigures, sentOnce } from '../../api/sent-figures';
import type { Answer, StreamOutcome } from '../../api/stream-message';
import { asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { costInBatch } from '../../economics/batch-price';
import { modelFor } from '../../economics/model-table';

const TOO_LONG_ADVICE =
  'Run it one after another: then a request that is too long is sent again without the oldest rounds.';

/** [V8] What a batch answered, in the place of a model. [F4] A shorter request cannot be sent in the same batch. */
export function answeredInBatch(given: BatchOutcome): AskModel {
  return async (body) => {
    const outcome = outcomeOf(given, body);
    const sent: SentFigures = { ...sentOnce(outcome.answer), isInBatch: true };
    return { outcome, sent };
  };
}

function outcomeOf(given: BatchOutcome, body: JsonObject): StreamOutcome {
  if (given.type === 'answered') {
    const { ending, stopReason, text, usage, dollars } = given;
    const figures = usage === undefined ? estimated(text, body) : { usage, ...optional('dollars', dollars) };
    return { type: 'answered', ending, stopReason, answer: { ...NOTHING, text, ...figures } };
  }
  const { failure } = given;
  if (failure.kind !== 'too-long') return { type: 'failed', failure, answer: NOTHING };
  return { type: 'failed', failure: { ...failure, kind: 'request', advice: TOO_LONG_ADVICE }, answer: NOTHING };
}

/** Of a request without a usage that can be true. */
function estimated(text: string, body: JsonObject): Pick<Answer, 'usage' | 'isUsageEstimated' | 'dollars'> {
  const usage = estimatedUsage(body, [{ type: 'text', text }]);
  const dollars = costInBatch(usage, modelFor(asText(body.model) ?? ''));
  return { usage, isUsageEstimated: true, ...optional('dollars', dollars) };
}

const NOTHING: Answer = { blocks: [], text: '', thinking: '', timeMs: 0 };
