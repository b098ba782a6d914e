import { asObject, asText, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

/** Counts of OpenHands: the prompt includes what was read from and written to the cache. */
export function metricsUsage(value: Json | undefined): Usage | undefined {
  const counts = asObject(value);
  if (counts === undefined) return undefined;
  const prompt = asTokens(counts.prompt_tokens) ?? 0;
  const cacheRead = Math.min(asTokens(counts.cache_read_tokens) ?? 0, prompt);
  const cacheWrite5m = Math.min(asTokens(counts.cache_write_tokens) ?? 0, prompt - cacheRead);
  const output = asTokens(counts.completion_tokens) ?? 0;
  const usage: Usage = {
    input: prompt - cacheRead - cacheWrite5m,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    output,
    ...given({ reasoning: asTokens(counts.reasoning_tokens) || undefined }),
  };
  return isEmptyUsage(usage) ? undefined : usage;
}

/** The counts of a call, from running totals before and after it. */
export function usageSince(before: Json | undefined, now: Json | undefined): Usage | undefined {
  const [earlier, later] = [asObject(before), asObject(now)];
  if (later === undefined) return undefined;
  const keys = ['prompt_tokens', 'completion_tokens', 'cache_read_tokens', 'cache_write_tokens'];
  const grown = keys.map((key) => [key, (asTokens(later[key]) ?? 0) - (asTokens(earlier?.[key]) ?? 0)] as const);
  return grown.some(([, tokens]) => tokens < 0) ? undefined : metricsUsage(Object.fromEntries(grown));
}

export function responseIdOf(value: Json | undefined): string | undefined {
  const id = asText(asObject(value)?.response_id);
  return id === '' ? undefined : id;
}
