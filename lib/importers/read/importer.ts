import type { Json } from '../../base/json';
import type { FormatId, Transcript, WarningKind } from '../../transcript/transcript';

/**
 * Turns the values of one file into transcripts. A file of lines gives one value a line; a file that is one JSON array
 * of records gives one value an item; any other document gives the one value.
 *
 * `add` must take any JSON whatever without throwing, and must not keep the value itself, only what it needs of it:
 * files of a gigabyte pass through here, and most of their bytes are of no use to us.
 */
export interface Importer {
  readonly format: FormatId;
  start(env: ImportEnv): Reading;
}

export interface Reading {
  add(value: Json, line: number): void;
  /** Usually one transcript; several where a file holds several conversations; none where it holds no message. */
  finish(): readonly Transcript[];
}

export interface ImportEnv {
  readonly fileName: string;
  /** Warnings given here end up in the transcript's own list. Same sentence for the same thing: they are counted by it. */
  warn(kind: WarningKind, line: number, what: string): void;
}
