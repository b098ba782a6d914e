import * as v from 'valibot';
import type { Result } from '../base/result';
import { count, exactly, forgivingObject, ifGood, object, type Parsed, parseBy, text } from '../base/schema';

const VERSION = 1;

const schema = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    id: text,
    title: text,
    model: text,
    calls: count,
    beganMs: count,
    changedMs: count,
    /** Missing for runs from before there were projects. */
    project: ifGood(object({ id: text, session: count })),
    /** Deleted by the user, but not yet erased. */
    removedMs: ifGood(count),
  }),
  v.transform(({ version: _, ...run }) => run),
);

/** What the list shows about a playground run. Its events are in its journal. */
export type StoredRun = Parsed<typeof schema>;

export const storedRunForm = {
  write: (run: StoredRun): unknown => ({ version: VERSION, ...run }),
  parse: (value: unknown): Result<StoredRun> => parseBy(schema, value),
};
