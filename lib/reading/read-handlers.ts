import type { Json } from '../base/json';
import type { ReadNote } from './read-note';

/**
 * What the input is.
 *
 *   lines    several values one after another, as a rule one a line
 *   object   a single object (also a file of lines with only one line)
 *   array    a single array; the sample holds its first items
 */
export interface ReadInput {
  readonly shape: 'lines' | 'object' | 'array';
  /** The first values, up to 400; fewer where they are large. */
  readonly sample: readonly Json[];
}

export interface ReadHandlers {
  /**
   * Called once, before anything else but `progress`. Its answer decides how an array is handed over: `values` (the
   * default) an item at a time, `document` the whole array as one value. It changes nothing for the other shapes.
   */
  begin(input: ReadInput): 'values' | 'document';
  /**
   * Every value, those of the sample included. `line` counts from 1; items of an array have their position from 1
   * instead, and a document has 1.
   */
  value(value: Json, line: number): void;
  note(note: ReadNote): void;
  /** Bytes of the source: of the compressed data where it is compressed. */
  progress?(bytesRead: number, bytesTotal: number): void;
}

export interface ReadStatistics {
  /** Bytes of the source. */
  readonly bytes: number;
  /** Values handed over; of an array handed over as a document, its items. */
  readonly values: number;
  readonly notes: number;
  /** The first 300 characters, for showing what the input looks like. */
  readonly head: string;
}
