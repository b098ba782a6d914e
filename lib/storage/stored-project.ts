import * as v from 'valibot';
import type { Result } from '../base/result';
import { count, exactly, forgivingObject, ifGood, oneOf, type Parsed, parseBy, text } from '../base/schema';

const VERSION = 1;

const schema = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    id: text,
    title: text,
    /** The sample repository, or a folder of the user. */
    kind: oneOf(['sample', 'folder']),
    /** As the folder was called: loaded again, it offers a new session. */
    folder: ifGood(text),
    beganMs: count,
    /** Deleted by the user, but not yet erased. */
    removedMs: ifGood(count),
  }),
  v.transform(({ version: _, ...project }) => project),
);

/** What runs on the same files have in common. Its home folder is in its book. */
export type StoredProject = Parsed<typeof schema>;

export const storedProjectForm = {
  write: (project: StoredProject): unknown => ({ version: VERSION, ...project }),
  parse: (value: unknown): Result<StoredProject> => parseBy(schema, value),
};
