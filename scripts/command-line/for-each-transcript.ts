import type { JsonObject } from '../../lib/base/json';
import { importFiles } from '../../lib/importers/import-files';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from './file-source';
import { complain } from './terminal';

/**
 * Runs a function for every transcript of a file; returns the exit code, 1 if one could not be read. What the file says
 * besides the recordings belongs to the first.
 */
export async function forEachTranscript(
  path: string,
  use: (transcript: Transcript, attached: readonly JsonObject[]) => void | Promise<void>,
): Promise<number> {
  const files = await filesToImport([path]);
  let exitCode = files.length === 0 ? 1 : 0;
  if (files.length === 0) complain(noFiles([path]));
  for await (const imported of importFiles(files)) {
    if (imported.type === 'failed') {
      const { what, advice } = imported.failure.problem ?? { what: `Reading "${path}" was cancelled.`, advice: '' };
      complain(`${what} ${advice}\n`);
      exitCode = 1;
      continue;
    }
    if (imported.type !== 'imported') continue;
    const { transcripts, attached } = imported.file;
    for (const [place, transcript] of transcripts.entries()) await use(transcript, place === 0 ? attached : []);
  }
  return exitCode;
}

export function noFiles(paths: readonly string[]): string {
  return `Could not read ${paths.map((path) => `"${path}"`).join(', ')}: no files found.\n`;
}
