import { asCount, asObject, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { given } from '../read/given';

/**
 * Usage of Chat Completions, Responses and Codex. Their input includes cache reads, and their output includes reasoning.
 * All zeros mean that no call was made, and give undefined.
 */
export function openaiUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const sent = asCount(usage.input_tokens) ?? asCount(usage.prompt_tokens);
  const output = asCount(usage.output_tokens) ?? asCount(usage.completion_tokens);
  if (sent === undefined && output === undefined) return undefined;
  const inputDetails = asObject(usage.input_tokens_details) ?? asObject(usage.prompt_tokens_details);
  const outputDetails = asObject(usage.output_tokens_details) ?? asObject(usage.completion_tokens_details);
  const cached = asCount(inputDetails?.cached_tokens) ?? asCount(usage.cached_input_tokens) ?? 0;
  const cacheRead = Math.min(cached, sent ?? 0);
  const disjoint: Usage = {
    input: (sent ?? 0) - cacheRead,
    cacheRead,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: output ?? 0,
    ...given({ reasoning: asCount(outputDetails?.reasoning_tokens) ?? asCount(usage.reasoning_output_tokens) }),
  };
  return isEmptyUsage(disjoint) ? undefined : disjoint;
}
