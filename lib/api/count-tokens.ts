import type Anthropic from '@anthropic-ai/sdk';
import { asText, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { count, object, parseBy } from '../base/schema';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { failureFrom } from './failure-from';
import type { StreamOptions } from './stream-message';
import { withBetas } from './with-betas';

const countSchema = object({ input_tokens: count });

/** Counted by the API, free of charge: the input tokens of a request. */
export async function countTokens(
  { sdk, key }: Api,
  body: JsonObject,
  { signal, betas }: Partial<Pick<StreamOptions, 'signal' | 'betas'>> = {},
): Promise<Result<number, ApiFailure>> {
  // Parameters of the answer are rejected here.
  const { max_tokens: _, stream: __, ...asked } = body;
  const tried = `Counting the tokens for ${asText(body.model) ?? ''}`;
  try {
    const request = withBetas(asked, betas) as JsonObject & Anthropic.Beta.MessageCountTokensParams;
    const answer: unknown = await sdk.beta.messages.countTokens(request, { signal: signal ?? null });
    const counted = parseBy(countSchema, answer);
    if (counted.ok) return ok(counted.value.input_tokens);
    return fail(failureFrom(new Error(counted.error), { tried, key, signal }));
  } catch (error) {
    return fail(failureFrom(error, { tried, key, signal }));
  }
}
