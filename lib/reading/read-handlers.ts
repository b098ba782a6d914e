import type { Json } from '../base/json';
import type { ReadNote } from './read-note';

/**
 * What the input is.
 *
 *   lines    several values one after another, as a rule one a line
 *   object   a single object (also a file of lines with only one line)
 *   array    a single array; the sample holds its first items
 *   turns    text, each turn of which starts with who speaks: values are `{role, content}`
 */
export interface ReadInput {
  readonly shape: 'lines' | 'object' | 'array' | 'turns';
  /** The first values, up to 400; fewer if they are large. */
  readonly sample: readonly Json[];
}

export interface ReadHandlers {
  /**
   * Called once, before anything but `progress`. Its answer decides how an array is delivered: `values` (the default) per
   * item, `document` the whole array as one value. It changes nothing for the other shapes.
   */
  begin(input: ReadInput): 'values' | 'document';
  /**
   * Every value, including those of the sample. `line` counts from 1; items of an array have their position from 1
   * instead, and a document has 1.
   */
  value(value: Json, line: number): void;
  note(note: ReadNote): void;
  /** Bytes of the source, compressed if it is compressed. */
  progress?(bytesRead: number, bytesTotal: number): void;
}

export interface ReadStatistics {
  /** Bytes of the source. */
  readonly bytes: number;
  /** Values delivered; for an array delivered as a document, its items. */
  readonly values: number;
  readonly notes: number;
  /** The first 300 characters, to show what the input looks like. */
  readonly head: string;
}
