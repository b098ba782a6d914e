import type { Json } from '../../base/json';
import type { FormatId, Transcript, WarningKind } from '../../transcript/transcript';

/**
 * Converts the values of one file to transcripts. A file of lines gives one value per line; a JSON array of records gives
 * one value per item; any other document is one value.
 *
 * `add` must accept any JSON without throwing, and must not keep the value itself, only what it needs: files of a
 * gigabyte pass through here, and most of their bytes are not needed.
 */
export interface Importer {
  readonly format: FormatId;
  start(env: ImportEnv): Reading;
}

export interface Reading {
  add(value: Json, line: number): void;
  /** Usually one transcript; several if a file has several conversations; none without messages. */
  finish(): readonly Transcript[];
}

export interface ImportEnv {
  readonly fileName: string;
  /** Warnings end up in the transcript. Use the same sentence for the same problem: they are counted by it. */
  warn(kind: WarningKind, line: number, what: string): void;
}
