import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importFiles } from '../../lib/importers/import-files';
import { counterErrors } from '../../lib/tokens/counter-errors';
import { filesToImport } from '../command-line/file-source';
import type { Measurement } from './measurement';

const LIMIT: Readonly<Record<string, number>> = { calibrated: 0.1 };

/** The errors of the counters on real recordings, if available: the median over the sessions of each one's median. */
export async function counterAccuracy(): Promise<Measurement[]> {
  const shared = fileURLToPath(new URL('../../../shared/transcripts', import.meta.url));
  const folder = process.env.HIGHWATER_TRANSCRIPTS ?? shared;
  if (!existsSync(folder)) return [];
  const errors = new Map<string, number[]>();
  for await (const imported of importFiles(await filesToImport([folder]))) {
    if (imported.type !== 'imported') continue;
    for (const transcript of imported.file.transcripts) {
      for (const { counter, medianAbsolute } of counterErrors(transcript)) {
        if (medianAbsolute !== undefined) errors.set(counter, [...(errors.get(counter) ?? []), medianAbsolute]);
      }
    }
  }
  return [...errors].map(([counter, medians]) => ({
    name: `median error of "${counter}" over the calls' growth, ${medians.length} recordings`,
    value: median(medians),
    unit: 'of the growth',
    limit: LIMIT[counter] ?? null,
  }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
