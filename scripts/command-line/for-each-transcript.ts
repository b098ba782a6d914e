import { importFiles } from '../../lib/importers/import-files';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from './file-source';

/** Every transcript of one file; the answer is the exit code, 1 where it could not be read. */
export async function forEachTranscript(path: string, use: (transcript: Transcript) => void): Promise<number> {
  for await (const imported of importFiles(await filesToImport([path]))) {
    if (imported.type === 'failed') {
      const { what, advice } = imported.failure.problem ?? { what: `Reading "${path}" was cancelled.`, advice: '' };
      process.stderr.write(`${what} ${advice}\n`);
      return 1;
    }
    if (imported.type === 'imported') imported.file.transcripts.forEach(use);
  }
  return 0;
}
