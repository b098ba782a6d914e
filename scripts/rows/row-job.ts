import { createHash } from 'node:crypto';
import { count, listOf, object, type Parsed, text } from '../../lib/base/schema';
import { ENGINE_VERSION, ROW_VERSION } from '../../lib/rows/session-row';

export { type FileRow, fileRowSchema } from '../../lib/rows/file/rows-file';

const jobFileSchema = object({
  /** As the user named it, or as it was found in a folder that the user named. */
  file: text,
  /** The same wherever it is read: an absolute path, or an http(s) address. */
  address: text,
  /** 0 where that is not known before it is read. */
  bytes: count,
  modifiedMs: count,
});

/** The files of one session: its own first, then those of its sub-agents. What is read together is computed together. */
export const rowJobSchema = object({ files: listOf(jobFileSchema) });

export type JobFile = Parsed<typeof jobFileSchema>;
export type RowJob = Parsed<typeof rowJobSchema>;

/** The same for the same files as long as they were not written to. What is in them is only known when they are read. */
export function jobKey({ files }: RowJob): string {
  const known = files.map(({ file, address, bytes, modifiedMs }) => [file, address, bytes, modifiedMs]);
  return shortHash([ROW_VERSION, ENGINE_VERSION, known]);
}

export function jobBytes({ files }: RowJob): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
