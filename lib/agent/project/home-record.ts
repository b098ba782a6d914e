import * as v from 'valibot';
import type { Result } from '../../base/result';
import { count, number, object, type Parsed, parseBy, text, variants } from '../../base/schema';

/** Which entry of which run it comes from: the journals are the truth. */
const by = object({
  run: text,
  entry: count,
  /** The task beside the turn whose entry it is. */
  task: v.exactOptional(text),
});

/** `text: null`: there was no such file. */
const version = object({ path: text, text: v.nullable(text), mtimeMs: number });

/** Of a file. */
export type HomeVersion = Parsed<typeof version>;

const schema = variants([
  /** A session began with everything before this record. */
  object({
    type: v.literal('session'),
    session: count,
    run: text,
    timeMs: number,
    /** How far its clock is ahead of the host's. */
    passedMs: count,
  }),
  object({ ...version.entries, type: v.literal('written'), by }),
  /** The user let time pass. */
  object({ type: v.literal('passed'), ms: count, by }),
  /** The entry was undone. Of a file, there stands now what stood there without the version at the place `of`. */
  object({ type: v.literal('withdrawn'), of: count, by, restored: v.exactOptional(version) }),
  /** The entry was undone, but this later session had begun with the version at the place `of`, which stays. */
  object({ type: v.literal('kept'), of: count, by, session: count }),
]);

/**
 * A line in the book of a project's home folder, in which lines are only ever added: the versions of its files, and the
 * beginnings of its sessions. What is in the folder is what the lines, in order, make of it.
 */
export type HomeRecord = Parsed<typeof schema>;
export type HomeRecordOf<Type extends HomeRecord['type']> = Extract<HomeRecord, { readonly type: Type }>;

/** Undefined where a record could not be read: its place stays taken. */
export type HomeBook = readonly (HomeRecord | undefined)[];

/** Stored data may be from another version, or damaged. */
export function parseHomeRecord(value: unknown): Result<HomeRecord> {
  return parseBy(schema, value);
}
