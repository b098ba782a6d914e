/**
 * Something about the input that is not a value.
 *
 *   skipped    text was dropped
 *   repaired   nothing was dropped, but the text was not as it should be
 *   noticed    worth a mention: nothing of the data is concerned
 *
 * The same thing always has the same sentence, so that notes can be counted by it.
 */
export interface ReadNote {
  readonly kind: 'skipped' | 'repaired' | 'noticed';
  /** As for values: a line from 1, or a position from 1 in an array; 0 where it concerns the file as a whole. */
  readonly line: number;
  readonly what: string;
}

export const skipped = {
  comment: 'A comment line was skipped',
  cutOff: 'A record that is cut off was skipped',
  cutOffAtEnd:
    'The last record is cut off and was skipped: the file was copied while being written, or the program was stopped',
  damaged: 'A record that is not valid JSON was skipped',
  manyLines: 'A damaged record of several lines was skipped',
  scalar: 'A line that holds no record but a lone number, text, true, false or null was skipped',
  text: 'Text that is not JSON was skipped',
} as const;

export const repaired = {
  glued: 'Several records stood on one line and were separated',
  behindCut: 'A good record behind a damaged one on the same line was recovered',
  openArray: 'The array is not closed: the file seems to be cut off',
  gzipCut: 'The compressed data is cut off or damaged; what came before was read',
} as const;

export const noticed = {
  fence: 'A Markdown code fence around the data was left out',
} as const;
