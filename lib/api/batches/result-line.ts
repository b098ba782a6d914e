import * as v from 'valibot';
import { parseJson } from '../../base/json';
import { optional } from '../../base/optional';
import {
  fieldsOfAny,
  forgivingObject,
  goodOf,
  goodOr,
  ifGood,
  json,
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
import { ReportedUsage } from '../reported-usage';
import { type AnswerEnding, endingOf } from '../stream-message';

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
      /** Missing where the API did not tell it, or told what cannot be true. */
      readonly usage?: Usage;
      readonly dollars?: number;
    }
  | { readonly type: 'failed'; readonly failure: ApiFailure };

const message = forgivingObject({
  /** Of other kinds, such as thinking, nothing is needed. */
  content: goodOf(object({ type: v.literal('text'), text })),
  stop_reason: ifGood(text),
  usage: ifGood(json),
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
  const reported = new ReportedUsage();
  reported.add(given.usage, true);
  const used = reported.whole;
  return {
    type: 'answered',
    ending: endingOf(stopReason, said),
    stopReason,
    text: said,
    ...optional('usage', used),
    ...optional('dollars', used && costInBatch(used, modelFor(model))),
  };
}
