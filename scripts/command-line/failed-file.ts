import type { Failure } from '../../lib/base/failure';
import type { FileImport } from '../../lib/importers/import-files';
import { jsonLine } from './json-line';
import { complain, sayJson } from './terminal';

/** A file or folder that a command could not use. In the JSON of every command it is told alike. */
export interface FailedFile {
  /** As it was named. */
  readonly file: string;
  readonly error: Failure;
}

export function failedImport({ path, failure }: Extract<FileImport, { readonly type: 'failed' }>): FailedFile {
  const { what, advice } = failure.problem ?? { what: `Reading "${path}" was cancelled.`, advice: 'Start it again.' };
  return { file: path, error: { what, advice } };
}

export function withoutFiles(path: string): FailedFile {
  const advice = 'Specify a file of a session, or a folder with some.';
  return { file: path, error: { what: `Could not read "${path}": no files found.`, advice } };
}

/** For people always; for programs by the commands that print a line for each file or session. */
export function sayFailed(failed: FailedFile, isJson: boolean, printJson = sayJson): void {
  const { what, advice } = failed.error;
  complain(`${what} ${advice}\n`);
  if (isJson) printJson(jsonLine(failed));
}
