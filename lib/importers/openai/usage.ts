import { asObject, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

/**
 * Usage of Chat Completions, Responses and Codex. Their input includes cache reads, and their output includes reasoning.
 * All zeros mean that no call was made, and give undefined.
 */
export function openaiUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const sent = asTokens(usage.input_tokens) ?? asTokens(usage.prompt_tokens);
  const output = asTokens(usage.output_tokens) ?? asTokens(usage.completion_tokens);
  if (sent === undefined && output === undefined) return undefined;
  const inputDetails = asObject(usage.input_tokens_details) ?? asObject(usage.prompt_tokens_details);
  const outputDetails = asObject(usage.output_tokens_details) ?? asObject(usage.completion_tokens_details);
  const cached = asTokens(inputDetails?.cached_tokens) ?? asTokens(usage.cached_input_tokens) ?? 0;
  const cacheRead = Math.min(cached, sent ?? 0);
  const disjoint: Usage = {
    input: (sent ?? 0) - cacheRead,
    cacheRead,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: output ?? 0,
    ...given({ reasoning: asTokens(outputDetails?.reasoning_tokens) ?? asTokens(usage.reasoning_output_tokens) }),
  };
  return isEmptyUsage(disjoint) ? undefined : disjoint;
}
