import * as v from 'valibot';
import { count, flag, listOf, number, object, type Parsed } from '../base/schema';

/** What the user is told about is compacting at this share of the window. */
export const TRIED_PERCENT = 60;

/** One full compaction of a recording. Costs are in $, null if the price is not known. */
const costOfCompaction = object({
  timeMs: v.nullable(number),
  /** The request for its summary is in the file; usually it is not, and these are estimates. */
  isRecorded: flag,
  sentTokens: count,
  summaryTokens: count,
  summaryCost: v.nullable(count),
  /** What the next request sent that was not in the cache. */
  resentTokens: count,
  resentCost: v.nullable(count),
});

/** Of a replay with summaries of an assumed length. */
const replayed = object({
  cost: v.nullable(count),
  compactions: count,
  neededLater: count,
  /** At some call, the context no longer fitted. */
  isDead: flag,
});

export const compactionCostsSchema = object({
  compactions: listOf(costOfCompaction),
  /** [K2] Lost by the recorded compactions, and needed later. */
  neededLater: count,
  /** Null if the rules of the agent are not known. */
  replays: v.nullable(object({ asItIs: replayed, tried: replayed })),
});

export type CompactionCosts = Parsed<typeof compactionCostsSchema>;
export type CostOfCompaction = Parsed<typeof costOfCompaction>;
export type ReplayedCosts = Parsed<typeof replayed>;
