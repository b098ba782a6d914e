import * as v from 'valibot';
import { parseJson } from '../../base/json';
import { optional } from '../../base/optional';
import {
  count,
  fieldsOfAny,
  forgivingObject,
  goodOf,
  goodOr,
  ifGood,
  object,
  parseBy,
  text,
  variants,
} from '../../base/schema';
import { costInBatch } from '../../economics/batch-price';
import { modelFor } from '../../economics/model-table';
import type { Usage } from '../../transcript/transcript';
import type { ApiFailure } from '../api-failure';
import { failureOfType } from '../failure-from';
import { type AnswerEnding, endingOf } from '../stream-message';
import { usageAtStart } from '../usage-of';

/** What became of one request of a batch. */
export type BatchEnd = 'succeeded' | 'errored' | 'canceled' | 'expired';

export interface BatchResult {
  /** The request's own, which the batch was created with. */
  readonly customId: string;
  readonly end: BatchEnd;
  readonly outcome: BatchOutcome;
}

/** As if it was asked alone. Its price is that of a batch, and it has no time. */
export type BatchOutcome =
  | {
      readonly type: 'answered';
      readonly ending: AnswerEnding;
      readonly stopReason: string;
      readonly text: string;
      /** Missing where the API did not tell it, or the price is not known. */
      readonly usage?: Usage;
      readonly dollars?: number;
    }
  | { readonly type: 'failed'; readonly failure: ApiFailure };

const tokens = goodOr(count, 0);

const usage = forgivingObject({
  input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  output_tokens: tokens,
  cache_creation: ifGood(object({ ephemeral_1h_input_tokens: tokens, ephemeral_5m_input_tokens: tokens })),
});

const message = forgivingObject({
  /** Of other kinds, such as thinking, nothing is needed. */
  content: goodOf(object({ type: v.literal('text'), text })),
  stop_reason: ifGood(text),
  usage: ifGood(usage),
});

const line = object({
  custom_id: text,
  result: variants([
    object({ type: v.literal('succeeded'), message }),
    object({ type: v.literal('errored'), error: goodOr(fieldsOfAny, {}) }),
    object({ type: v.literal('canceled') }),
    object({ type: v.literal('expired') }),
  ]),
});

const error = forgivingObject({ type: ifGood(text), message: ifGood(text) });
const errorAround = object({ error });

export interface LineContext {
  /** Of the request with this id; undefined for one that the batch was not created with. */
  model(customId: string): string | undefined;
  readonly key: string | undefined;
}

/** Undefined for a line that is damaged, or of a kind that is unknown here. */
export function resultIn(given: string, { model: modelOf, key }: LineContext): BatchResult | undefined {
  const json = parseJson(given);
  const parsed = json.ok ? parseBy(line, json.value) : json;
  if (!parsed.ok) return undefined;
  const { custom_id: customId, result } = parsed.value;
  const model = modelOf(customId) ?? '';
  const failed = (failure: ApiFailure) => ({ type: 'failed', failure }) as const;
  switch (result.type) {
    case 'succeeded':
      return { customId, end: 'succeeded', outcome: answered(result.message, model) };
    case 'errored': {
      const around = parseBy(errorAround, result.error);
      const { type = '', message: said = '' } = around.ok ? around.value.error : {};
      const attempt = { tried: `Asking ${model} in a batch`, key };
      return { customId, end: 'errored', outcome: failed(failureOfType(type, said, attempt)) };
    }
    case 'canceled':
      return { customId, end: 'canceled', outcome: failed(CANCELLED) };
    case 'expired':
      return { customId, end: 'expired', outcome: failed(EXPIRED) };
  }
}

const CANCELLED: ApiFailure = {
  kind: 'aborted',
  what: 'The batch was cancelled before this request was processed.',
  advice: 'It was not billed. Send it again if you want the answer.',
};

const EXPIRED: ApiFailure = {
  kind: 'server',
  what: 'The batch expired after 24 hours before this request was processed.',
  advice: 'It was not billed. Send it again, in a batch or one after another.',
};

function answered(given: v.InferOutput<typeof message>, model: string): BatchOutcome {
  const { content, stop_reason: stopReason = 'end_turn' } = given;
  const said = content.map((block) => block.text).join('');
  const used = given.usage === undefined ? undefined : usageOf(given.usage);
  return {
    type: 'answered',
    ending: endingOf(stopReason, said),
    stopReason,
    text: said,
    ...optional('usage', used),
    ...optional('dollars', used && costInBatch(used, modelFor(model))),
  };
}

function usageOf({ cache_creation, ...given }: v.InferOutput<typeof usage>): Usage {
  return usageAtStart({ ...given, ...optional('cache_creation', cache_creation) });
}
