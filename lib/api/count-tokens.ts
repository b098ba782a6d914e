import type Anthropic from '@anthropic-ai/sdk';
import { asText, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import type { ApiFailure } from './api-failure';
import type { Api } from './create-api';
import { failureFrom } from './failure-from';

/** Counted by the API, without a price: the tokens of what a request would send. */
export async function countTokens(
  { sdk, key }: Api,
  body: JsonObject,
  signal?: AbortSignal,
): Promise<Result<number, ApiFailure>> {
  // What is said of the answer is refused here.
  const { max_tokens: _, stream: __, ...counted } = body;
  try {
    const request = counted as JsonObject & Anthropic.MessageCountTokensParams;
    const { input_tokens } = await sdk.messages.countTokens(request, { signal: signal ?? null });
    return ok(input_tokens);
  } catch (error) {
    return fail(failureFrom(error, { tried: `Counting the tokens for ${asText(body.model) ?? ''}`, key, signal }));
  }
}
