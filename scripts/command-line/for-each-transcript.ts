import type { JsonObject } from '../../lib/base/json';
import { importFiles } from '../../lib/importers/import-files';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from './file-source';

/**
 * Runs a function for every transcript of a file; returns the exit code, 1 if it could not be read. What the file says
 * besides the recordings belongs to the first.
 */
export async function forEachTranscript(
  path: string,
  use: (transcript: Transcript, attached: readonly JsonObject[]) => void | Promise<void>,
): Promise<number> {
  for await (const imported of importFiles(await filesToImport([path]))) {
    if (imported.type === 'failed') {
      const { what, advice } = imported.failure.problem ?? { what: `Reading "${path}" was cancelled.`, advice: '' };
      process.stderr.write(`${what} ${advice}\n`);
      return 1;
    }
    if (imported.type !== 'imported') continue;
    const { transcripts, attached } = imported.file;
    for (const [place, transcript] of transcripts.entries()) await use(transcript, place === 0 ? attached : []);
  }
  return 0;
}
