import { asObject, type Json } from '../../base/json';
import type { Usage } from '../../transcript/transcript';
import { contextTotal, isEmptyUsage } from '../../transcript/usage';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

/**
 * The tokens of a step: input excludes the cache. Whether output includes reasoning depends on the version, and `total`
 * tells. All zeros mean that no call was made, and give undefined.
 */
export function opencodeUsage(value: Json | undefined): Usage | undefined {
  const tokens = asObject(value);
  if (tokens === undefined) return undefined;
  const cache = asObject(tokens.cache);
  const reasoning = asTokens(tokens.reasoning);
  const usage: Usage = {
    input: asTokens(tokens.input) ?? 0,
    cacheRead: asTokens(cache?.read) ?? 0,
    cacheWrite5m: asTokens(cache?.write) ?? 0,
    cacheWrite1h: 0,
    output: asTokens(tokens.output) ?? 0,
    ...given({ reasoning }),
  };
  if (isEmptyUsage(usage)) return undefined;
  const total = asTokens(tokens.total);
  const isBeside = reasoning !== undefined && (total === contextTotal(usage) + reasoning || reasoning > usage.output);
  return isBeside ? { ...usage, output: usage.output + reasoning } : usage;
}
