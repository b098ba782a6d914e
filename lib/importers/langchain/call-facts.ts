import { asObject, asText, type JsonObject } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { anthropicUsage } from '../anthropic/anthropic-content';
import { openaiUsage } from '../openai/usage';
import { given } from '../read/given';
import type { NewCall } from '../read/transcript-draft';
import { tracedUsage } from '../traced/traced-usage';

/** Model, usage and end of the call whose reply this is. */
export function callFacts(message: JsonObject): NewCall {
  const response = asObject(message.response_metadata) ?? {};
  return given({
    model: asText(response.model_name) ?? asText(response.model),
    usage: usageMetadata(message) ?? providerUsage(response),
    stopReason: asText(response.stop_reason) ?? asText(response.finish_reason),
  });
}

/** The same for every provider; its input includes the cache. */
function usageMetadata(message: JsonObject): Usage | undefined {
  const usage = asObject(message.usage_metadata);
  if (usage === undefined) return undefined;
  const details = asObject(usage.input_token_details);
  // Next to the hour's share, some versions leave the sum at 0.
  const [brief, hour] = [details?.ephemeral_5m_input_tokens, details?.ephemeral_1h_input_tokens];
  const parts = typeof brief === 'number' && typeof hour === 'number' ? brief + hour : 0;
  return tracedUsage({
    input: usage.input_tokens,
    output: usage.output_tokens,
    total: usage.total_tokens,
    cacheRead: details?.cache_read,
    cacheWrite: details?.cache_creation || parts,
    cacheWrite1h: hour,
    reasoning: asObject(usage.output_token_details)?.reasoning,
  });
}

function providerUsage(response: JsonObject): Usage | undefined {
  const usage = response.usage ?? response.token_usage ?? response.tokenUsage;
  const isAnthropic = asObject(usage)?.cache_read_input_tokens !== undefined;
  return isAnthropic ? anthropicUsage(usage) : openaiUsage(usage);
}
