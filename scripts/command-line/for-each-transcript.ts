import type { JsonObject } from '../../lib/base/json';
import { importFiles } from '../../lib/importers/import-files';
import type { Transcript } from '../../lib/transcript/transcript';
import { failedImport, sayFailed, withoutFiles } from './failed-file';
import { filesToImport } from './file-source';
import { sayJson } from './terminal';

/**
 * Runs a function for every transcript of a file; returns the exit code, 1 if one could not be read. What the file says
 * besides the recordings belongs to the first.
 */
export async function forEachTranscript(
  path: string,
  { isJson, printJson = sayJson }: { readonly isJson: boolean; readonly printJson?: typeof sayJson },
  use: (transcript: Transcript, attached: readonly JsonObject[]) => void | Promise<void>,
): Promise<number> {
  const files = await filesToImport([path]);
  let exitCode = files.length === 0 ? 1 : 0;
  if (files.length === 0) sayFailed(withoutFiles(path), isJson, printJson);
  for await (const imported of importFiles(files)) {
    if (imported.type === 'failed') {
      sayFailed(failedImport(imported), isJson, printJson);
      exitCode = 1;
      continue;
    }
    if (imported.type !== 'imported') continue;
    const { transcripts, attached } = imported.file;
    for (const [place, transcript] of transcripts.entries()) await use(transcript, place === 0 ? attached : []);
  }
  return exitCode;
}
