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
  /** As for values: a line from 1, or a position from 1 in an array; 0 if it is about the whole file. */
  readonly line: number;
  readonly what: string;
}

export const skipped = {
  comment: 'Skipped a comment line',
  cutOff: 'Skipped an incomplete record',
  cutOffAtEnd:
    'Skipped the last record, which is incomplete: the file was copied while being written, or the program was stopped',
  damaged: 'Skipped a record that is not valid JSON',
  manyLines: 'Skipped a damaged record of several lines',
  scalar: 'Skipped a line that contains only a number, string, true, false or null',
  text: 'Skipped text that is not JSON',
} as const;

export const repaired = {
  glued: 'Separated several records on one line',
  behindCut: 'Recovered a valid record after a damaged one on the same line',
  openArray: 'The array is not closed: the file may be cut off',
  gzipCut: 'The compressed data is cut off or damaged; everything before that point was read',
} as const;

export const noticed = {
  fence: 'Ignored a Markdown code fence around the data',
} as const;
