import * as v from 'valibot';
import { count, listOf, object } from '../base/schema';

const counts = {
  input: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  output: count,
  reasoning: v.exactOptional(count),
};

/** A pass has none of its own. */
export const usageSchema = object({ ...counts, extraPasses: v.exactOptional(listOf(object(counts))) });
