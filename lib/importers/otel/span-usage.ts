import { asObject, type JsonObject } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { unwrappedJson } from '../any-message/unwrapped-json';
import { tracedUsage } from '../traced/traced-usage';
import { oneOf } from './attributes';

/** The conventions' names first, then former ones and those of OpenInference and the AI SDK. */
export function spanUsage(attributes: JsonObject): Usage | undefined {
  const usage = (...names: readonly string[]) =>
    oneOf(attributes, ...names.map((name) => (name.includes(':') ? name.slice(1) : `gen_ai.usage.${name}`)));
  const ofProvider = asObject(unwrappedJson(attributes['ai.response.providerMetadata']));
  return tracedUsage({
    input: usage(
      'input_tokens',
      'prompt_tokens',
      ':llm.token_count.prompt',
      ':ai.usage.inputTokens',
      ':ai.usage.promptTokens',
    ),
    output: usage(
      'output_tokens',
      'completion_tokens',
      ':llm.token_count.completion',
      ':ai.usage.outputTokens',
      ':ai.usage.completionTokens',
    ),
    total: usage('total_tokens', ':llm.usage.total_tokens', ':llm.token_count.total', ':ai.usage.totalTokens'),
    cacheRead: usage(
      'cache_read.input_tokens',
      'cache_read_input_tokens',
      'details.cache_read_tokens',
      'details.cached_tokens',
      ':llm.token_count.prompt_details.cache_read',
      ':ai.usage.inputTokenDetails.cacheReadTokens',
      ':ai.usage.cachedInputTokens',
    ),
    cacheWrite:
      usage(
        'cache_creation.input_tokens',
        'cache_creation_input_tokens',
        'details.cache_write_tokens',
        ':llm.token_count.prompt_details.cache_write',
        ':ai.usage.inputTokenDetails.cacheWriteTokens',
      ) ?? asObject(ofProvider?.anthropic)?.cacheCreationInputTokens,
    reasoning: usage(
      'reasoning.output_tokens',
      'details.reasoning_tokens',
      ':llm.token_count.completion_details.reasoning',
      ':ai.usage.outputTokenDetails.reasoningTokens',
      ':ai.usage.reasoningTokens',
    ),
  });
}
