import { asCount, asObject, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';

/**
 * Counts of Gemini: the input includes what was read from the cache, and thoughts are not in the output. The results of
 * tools that ran at the server are counted beside the input. All zeros are a placeholder: the counts are elsewhere.
 */
export function geminiUsage(value: Json | undefined): Usage | undefined {
  const counts = asObject(value);
  if (counts === undefined) return undefined;
  const input = asCount(counts.input) ?? asCount(counts.promptTokenCount) ?? 0;
  const cached = Math.min(asCount(counts.cached) ?? asCount(counts.cachedContentTokenCount) ?? 0, input);
  const output = asCount(counts.output) ?? asCount(counts.candidatesTokenCount) ?? 0;
  const thoughts = asCount(counts.thoughts) ?? asCount(counts.thoughtsTokenCount) ?? 0;
  const atServer = asCount(counts.tool) ?? asCount(counts.toolUsePromptTokenCount) ?? 0;
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
