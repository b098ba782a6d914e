import { asText, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

interface Counts {
  readonly input?: Json | undefined;
  readonly output?: Json | undefined;
  readonly cacheRead?: Json | undefined;
  readonly cacheWrite?: Json | undefined;
  /** Of what was written. */
  readonly cacheWrite1h?: Json | undefined;
  readonly reasoning?: Json | undefined;
  readonly total?: Json | undefined;
}

/**
 * Usage as traces record it. Their input should include what was read from and written to the cache, but many pass
 * Anthropic's number on, which does not: then the total says so, or the cache is larger than the input.
 */
export function tracedUsage(counts: Counts): Usage | undefined {
  const [input, output, total] = [counts.input, counts.output, counts.total].map(countOf);
  if (input === undefined && output === undefined) return undefined;
  const sent = input ?? 0;
  const cacheRead = countOf(counts.cacheRead) ?? 0;
  const written = countOf(counts.cacheWrite) ?? 0;
  const hour = Math.min(written, countOf(counts.cacheWrite1h) ?? 0);
  const cached = cacheRead + written;
  const isBeside = cached > sent || (cached > 0 && total === sent + (output ?? 0) + cached);
  const usage: Usage = {
    input: isBeside ? sent : sent - cached,
    cacheRead,
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
    output: output ?? 0,
    ...given({ reasoning: countOf(counts.reasoning) || undefined }),
  };
  return isEmptyUsage(usage) ? undefined : usage;
}

/** Some write numbers as text. */
function countOf(value: Json | undefined): number | undefined {
  const text = asText(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : asTokens(value);
}
