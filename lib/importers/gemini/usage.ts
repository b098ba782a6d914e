import { asObject, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { asTokens } from '../read/as-tokens';

/**
 * Counts of Gemini: the input includes what was read from the cache, and thoughts are not in the output. The results of
 * tools that ran at the server are counted beside the input. All zeros are a placeholder: the counts are elsewhere.
 */
export function geminiUsage(value: Json | undefined): Usage | undefined {
  const counts = asObject(value);
  if (counts === undefined) return undefined;
  const input = asTokens(counts.input) ?? asTokens(counts.promptTokenCount) ?? 0;
  const cached = Math.min(asTokens(counts.cached) ?? asTokens(counts.cachedContentTokenCount) ?? 0, input);
  const output = asTokens(counts.output) ?? asTokens(counts.candidatesTokenCount) ?? 0;
  const thoughts = asTokens(counts.thoughts) ?? asTokens(counts.thoughtsTokenCount) ?? 0;
  const atServer = asTokens(counts.tool) ?? asTokens(counts.toolUsePromptTokenCount) ?? 0;
  if (input + output + thoughts + atServer === 0) return undefined;
  return {
    input: input - cached + atServer,
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: output + thoughts,
    ...(thoughts > 0 ? { reasoning: thoughts } : {}),
  };
}
