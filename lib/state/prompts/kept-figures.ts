import * as v from 'valibot';
import { count, forgivingObject, goodOr, ifGood, object, text } from '../../base/schema';

const tokens = goodOr(count, 0);

/** The saved figures of a request. */
export const keptSent = forgivingObject({
  timeMs: count,
  tries: count,
  firstTokenMs: ifGood(count),
  dollars: ifGood(count),
  isUsageEstimated: ifGood(v.literal(true)),
  isInBatch: ifGood(v.literal(true)),
  usage: ifGood(
    object({ input: tokens, cacheRead: tokens, cacheWrite5m: tokens, cacheWrite1h: tokens, output: tokens }),
  ),
});

export const keptFailure = object({ what: text, advice: text });
