import type { JsonObject } from '../base/json';
import { count, exactly, listOf, object, type Parsed, text, variants } from '../base/schema';

const span = object({ from: count, to: count });

/** How far a file was read, and what has to be known of that part to read on from there. */
export const fileEndSchema = variants([
  /** The ids of its records, as hashes. */
  object({ type: exactly('claude-code'), bytes: count, ids: text }),
  /** Where the lines stand that say what goes on: the session, the model, the last count. */
  object({ type: exactly('codex'), bytes: count, lines: listOf(span) }),
]);

export type FileEnd = Parsed<typeof fileEndSchema>;
/** The end of a line is no part of it. */
export type LineSpan = Parsed<typeof span>;

/** Looks at each record of a file, or of what was added to one. */
export interface EndTracker {
  add(record: JsonObject, line: LineSpan): void;
  /** Whether what was added can be read without what precedes it: no record is a copy, or a part, of an earlier one. */
  readonly standsAlone: boolean;
  /** Undefined if what comes later cannot be read alone. */
  end(bytes: number): FileEnd | undefined;
}
