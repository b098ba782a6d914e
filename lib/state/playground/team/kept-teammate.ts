import * as v from 'valibot';
import type { Result } from '../../../base/result';
import { exactly, forgivingObject, number, object, type Parsed, parseBy, text, textTable } from '../../../base/schema';

const VERSION = 1;

const member = object({
  etag: v.exactOptional(text),
  sums: textTable,
  agreed: textTable,
  blocked: v.exactOptional(object({ status: number, why: text })),
});

const schema = v.pipe(
  forgivingObject({ version: exactly(VERSION), files: textTable, member }),
  v.transform(({ version: _, ...kept }) => kept),
);

/** The folder of a teammate, and what it knows of the server. */
export type KeptTeammate = Parsed<typeof schema>;

export const keptTeammateForm = {
  write: (kept: KeptTeammate): unknown => ({ version: VERSION, ...kept }),
  parse: (value: unknown): Result<KeptTeammate> => parseBy(schema, value),
};
