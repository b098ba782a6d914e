import type { Json, JsonObject } from '../../base/json';
import type { FormatId } from '../../transcript/formats';
import type { Transcript, WarningKind } from '../../transcript/transcript';

/**
 * Converts the values of one file to transcripts. A file of lines gives one value per line; a JSON array of records gives
 * one value per item; any other document is one value.
 *
 * `add` must accept any JSON without throwing, and must not keep the value itself, only what it needs: files of a
 * gigabyte pass through here, and most of their bytes are not needed.
 */
export interface Importer {
  readonly format: FormatId;
  /** How its files are told from those of other formats. These rules are asked before those of `recognition`. */
  readonly recognisedBy?: readonly (RecordRule | DocumentRule)[];
  /** Its files consist of records: they are added one by one even if the file is a single JSON array of them. */
  readonly takesRecords?: boolean;
  start(env: ImportEnv): Reading;
}

interface RecognitionRule {
  /** Number of the rule in docs/rules.md. */
  readonly rule: string;
  /** Continues "recognised because …". */
  readonly because: string;
}

/** For a format of records: the lines of a file, or the items of an array. */
export interface RecordRule extends RecognitionRule {
  matches(records: readonly JsonObject[]): boolean;
}

/** For a format that is a single JSON object. */
export interface DocumentRule extends RecognitionRule {
  matchesDocument(document: JsonObject): boolean;
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
  /** The rest of the run is in that file. */
  continues?(file: string): void;
  /** A record about the session that is no part of the recording. */
  attach?(record: JsonObject): void;
}
