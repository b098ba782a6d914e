import * as v from 'valibot';
import type { Json } from '../../base/json';
import { count, flag, forgivingObject, goodOf, goodOr, ifGood, number, type Parsed, text } from '../../base/schema';

const PREFIX = 'sample-';

export function isSampleId(sessionId: string): boolean {
  return sessionId.startsWith(PREFIX);
}

const agent = forgivingObject({ name: text, version: ifGood(text) });

/** Half a summary counts as none. */
const summary = forgivingObject({
  agent: ifGood(agent),
  models: goodOf(text),
  window: count,
  calls: count,
  peakTokens: count,
  peakIsEstimated: goodOr(flag, false),
  compactions: count,
  recordedAtMs: ifGood(count),
  cost: ifGood(number),
});

const sample = v.pipe(
  forgivingObject({
    id: v.pipe(text, v.check(isSampleId)),
    title: ifGood(text),
    description: goodOr(text, ''),
    file: text,
    bytes: goodOr(count, 0),
    /** The file with its threshold table. */
    thresholds: ifGood(text),
    /** The call before which it was first compacted, from 0. */
    firstCompaction: ifGood(count),
    summary: ifGood(summary),
  }),
  // As in the address of the session page.
  v.transform(({ id, title = id, ...fields }) => ({ sessionId: id, title, ...fields })),
);

const samples = goodOf(sample);

/** A session made up by us. Its file is fetched when it is opened. */
export type Sample = Parsed<typeof sample>;

export function parseSamples(index: Json): readonly Sample[] {
  return v.parse(samples, index);
}
