import * as v from 'valibot';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import { count, forgivingObject, goodOf, ifGood, type Parsed, text } from '../base/schema';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { failureFrom } from './failure-from';

/** The limits are null where the API does not tell them, and a gateway may leave out more. */
const model = v.pipe(
  forgivingObject({ id: text, display_name: ifGood(text), max_input_tokens: ifGood(count), max_tokens: ifGood(count) }),
  v.transform(({ id, display_name: title = id, max_input_tokens, max_tokens }) => ({
    id,
    title,
    ...optional('windowTokens', max_input_tokens),
    ...optional('maxOutputTokens', max_tokens),
  })),
);
const models = goodOf(model);

export type ListedModel = Parsed<typeof model>;

/** More than there are, so that one page has them all. */
const MAX_MODELS = 1_000;

/** The models that the key may use, as the API lists them. */
export async function listModels(
  { sdk, key }: Api,
  signal?: AbortSignal,
): Promise<Result<readonly ListedModel[], ApiFailure>> {
  try {
    const page = await sdk.models.list({ limit: MAX_MODELS }, { signal: signal ?? null });
    return ok(v.parse(models, page.data));
  } catch (error) {
    return fail(failureFrom(error, { tried: 'Listing the models', key, signal }));
  }
}
