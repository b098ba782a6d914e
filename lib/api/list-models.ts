import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { failureFrom } from './failure-from';

export interface ListedModel {
  readonly id: string;
  readonly title: string;
  readonly windowTokens?: number;
  readonly maxOutputTokens?: number;
}

/** More than there are, so that one page has them all. */
const MOST_MODELS = 1_000;

/** The models that the key may use, as the API lists them. */
export async function listModels(
  { sdk, key }: Api,
  signal?: AbortSignal,
): Promise<Result<readonly ListedModel[], ApiFailure>> {
  try {
    const page = await sdk.models.list({ limit: MOST_MODELS }, { signal: signal ?? null });
    const models = page.data.map(({ id, display_name, max_input_tokens, max_tokens }) => ({
      id,
      title: display_name,
      ...optional('windowTokens', max_input_tokens ?? undefined),
      ...optional('maxOutputTokens', max_tokens ?? undefined),
    }));
    return ok(models);
  } catch (error) {
    return fail(failureFrom(error, { tried: 'Listing the models', key, signal }));
  }
}
