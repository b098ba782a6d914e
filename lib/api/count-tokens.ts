import type Anthropic from '@anthropic-ai/sdk';
import { asText, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { failureFrom } from './failure-from';
import type { StreamOptions } from './stream-message';
import { withBetas } from './with-betas';

/** Counted by the API, free of charge: the input tokens of a request. */
export async function countTokens(
  { sdk, key }: Api,
  body: JsonObject,
  { signal, betas }: Partial<Pick<StreamOptions, 'signal' | 'betas'>> = {},
): Promise<Result<number, ApiFailure>> {
  // Parameters of the answer are rejected here.
  const { max_tokens: _, stream: __, ...asked } = body;
  try {
    const request = withBetas(asked, betas) as JsonObject & Anthropic.Beta.MessageCountTokensParams;
    const { input_tokens } = await sdk.beta.messages.countTokens(request, { signal: signal ?? null });
    return ok(input_tokens);
  } catch (error) {
    return fail(failureFrom(error, { tried: `Counting the tokens for ${asText(body.model) ?? ''}`, key, signal }));
  }
}
