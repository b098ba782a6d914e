import * as v from 'valibot';
import { asArray, asObject, type Json } from '../base/json';
import { optional } from '../base/optional';
import { parseBy } from '../base/schema';
import type { Usage } from '../transcript/transcript';
import { contextTotal, inputSide, isPlausibleSize } from '../transcript/usage';

/** A count of tokens that some request can have. Missing is told from damaged. */
const tokens = v.nullish(
  v.custom<number>((value) => Number.isInteger(value) && Number(value) >= 0 && isPlausibleSize(Number(value))),
);

const given = v.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_creation: v.nullish(v.object({ ephemeral_1h_input_tokens: tokens })),
  output_tokens_details: v.nullish(v.object({ thinking_tokens: tokens })),
});

/**
 * What a server of the Messages API says of usage, at the start of a stream, at its end, or with a whole answer. One number
 * that is none, is negative, has a fraction or is absurd makes all of it unusable: a server that is wrong in one place is
 * not trusted with money in another.
 */
export class ReportedUsage {
  private known: Usage | undefined;
  private isDamaged = false;
  private hasOutput = false;

  /** As far as known. A later report is cumulative, and may omit what was reported before. */
  get usage(): Usage | undefined {
    return this.isDamaged || this.known === undefined || inputSide(this.known) === 0 ? undefined : this.known;
  }

  /** Of an answer that has come to its end. */
  get whole(): Usage | undefined {
    return this.hasOutput ? this.usage : undefined;
  }

  add(value: Json | undefined, isAtEnd: boolean): void {
    if (value === undefined || value === null) return;
    const read = parseBy(given, value);
    const passes = passesIn(value);
    if (!read.ok || passes === 'damaged') {
      this.isDamaged = true;
      return;
    }
    const { known: before } = this;
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens: written } = read.value;
    const cacheWrite1h = read.value.cache_creation?.ephemeral_1h_input_tokens ?? before?.cacheWrite1h ?? 0;
    const next: Usage = {
      input: input_tokens ?? before?.input ?? 0,
      cacheRead: cache_read_input_tokens ?? before?.cacheRead ?? 0,
      cacheWrite5m: typeof written === 'number' ? Math.max(0, written - cacheWrite1h) : (before?.cacheWrite5m ?? 0),
      cacheWrite1h,
      output: output_tokens ?? before?.output ?? 0,
      ...optional('reasoning', read.value.output_tokens_details?.thinking_tokens ?? before?.reasoning),
      ...optional('extraPasses', passes ?? before?.extraPasses),
    };
    this.hasOutput ||= isAtEnd && typeof output_tokens === 'number';
    this.isDamaged ||= !isPlausibleSize(contextTotal(next)) || (next.reasoning ?? 0) > next.output;
    this.known = next;
  }
}

/** What the server used for its own compactions: it is in none of the other counts. */
function passesIn(value: Json): readonly Usage[] | 'damaged' | undefined {
  const passes = (asArray(asObject(value)?.iterations) ?? []).filter((pass) => asObject(pass)?.type === 'compaction');
  const usages: Usage[] = [];
  for (const pass of passes) {
    const { iterations: _, ...own } = asObject(pass) ?? {};
    const reported = new ReportedUsage();
    reported.add(own, true);
    if (reported.usage === undefined) return 'damaged';
    usages.push(reported.usage);
  }
  return usages.length === 0 ? undefined : usages;
}
