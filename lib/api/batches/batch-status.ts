import * as v from 'valibot';
import { optional } from '../../base/optional';
import { count, forgivingObject, goodOr, ifGood, type Parsed, text } from '../../base/schema';

/** Before the end, all requests are in `processing`. */
const counts = v.object({
  processing: goodOr(count, 0),
  succeeded: goodOr(count, 0),
  errored: goodOr(count, 0),
  canceled: goodOr(count, 0),
  expired: goodOr(count, 0),
});
const noCounts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };

/** What the API says of a batch. */
export const batchStatus = v.pipe(
  forgivingObject({
    id: text,
    processing_status: v.picklist(['in_progress', 'canceling', 'ended']),
    request_counts: goodOr(counts, noCounts),
    created_at: ifGood(text),
    expires_at: ifGood(text),
    archived_at: ifGood(text),
  }),
  v.transform(({ id, processing_status: state, request_counts: found, created_at, expires_at, archived_at }) => ({
    id,
    state,
    counts: found,
    isArchived: archived_at !== undefined,
    ...optional('createdMs', timeIn(created_at)),
    ...optional('expiresMs', timeIn(expires_at)),
  })),
);

export type BatchStatus = Parsed<typeof batchStatus>;

function timeIn(given: string | undefined): number | undefined {
  const ms = given === undefined ? Number.NaN : Date.parse(given);
  return Number.isNaN(ms) ? undefined : ms;
}
