import type Anthropic from '@anthropic-ai/sdk';
import { optional } from '../base/optional';
import type { Usage } from '../transcript/transcript';

/** API-compatible servers omit fields that the API's types promise. */
type Given<Counts> = Partial<Counts> | null | undefined;
type AtEnd = Given<Anthropic.Beta.BetaMessageDeltaUsage>;

export function usageAtStart(given: Given<Anthropic.Beta.BetaUsage>): Usage {
  const written = given?.cache_creation_input_tokens ?? 0;
  const cacheWrite1h = given?.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: given?.input_tokens ?? 0,
    cacheRead: given?.cache_read_input_tokens ?? 0,
    cacheWrite5m: Math.max(0, written - cacheWrite1h),
    cacheWrite1h,
    ...outputOf(given),
  };
}

/** The final usage is cumulative, and may omit what was reported at the start. */
export function usageAtEnd(given: AtEnd, start: Usage = usageAtStart(undefined)): Usage {
  const written = given?.cache_creation_input_tokens;
  return {
    ...start,
    input: given?.input_tokens ?? start.input,
    cacheRead: given?.cache_read_input_tokens ?? start.cacheRead,
    cacheWrite5m: typeof written === 'number' ? Math.max(0, written - start.cacheWrite1h) : start.cacheWrite5m,
    ...outputOf(given),
    ...optional('extraPasses', compactionsIn(given)),
  };
}

/** What the server used for its own compactions: it is in none of the other counts. */
function compactionsIn(given: AtEnd): readonly Usage[] | undefined {
  const passes = (given?.iterations ?? []).filter(({ type }) => type === 'compaction');
  return passes.length === 0 ? undefined : passes.map((pass) => usageAtStart(pass));
}

function outputOf(given: Given<Pick<Anthropic.Beta.BetaUsage, 'output_tokens' | 'output_tokens_details'>>) {
  return {
    output: given?.output_tokens ?? 0,
    ...optional('reasoning', given?.output_tokens_details?.thinking_tokens),
  };
}
