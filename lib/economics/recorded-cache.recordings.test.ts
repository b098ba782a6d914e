import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../importers/import-files';
import type { Transcript } from '../transcript/transcript';
import { cacheErrorOf } from './cache-error';
import { type PredictedCall, predictCache } from './recorded-cache';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';

describe.skipIf(folder === '')('the predicted cache on the shared recordings of Claude Code', () => {
  it('[E1] is within 1 % of the tokens sent at 95 of 100 calls', async () => {
    const all: PredictedCall[] = [];
    for (const { name, transcript } of await recordings()) {
      const predicted = predictCache(transcript);
      all.push(...predicted);
      print(name, predicted);
    }
    print('all', all);
    const error = cacheErrorOf(all);
    expect(error?.compared).toBeGreaterThan(1_500);
    expect(error?.read.median).toBeLessThanOrEqual(0.001);
    expect(error?.written.median).toBeLessThanOrEqual(0.001);
    expect(error?.uncached.median).toBeLessThanOrEqual(0.001);
    expect((error?.within1Percent ?? 0) / (error?.compared ?? 1)).toBeGreaterThanOrEqual(0.95);
    expect((error?.breaks.predicted ?? 0) / (error?.breaks.recorded ?? 1)).toBeGreaterThanOrEqual(0.7);
  });
});

function print(name: string, predicted: readonly PredictedCall[]): void {
  const error = cacheErrorOf(predicted);
  if (error === undefined) return;
  const spread = (title: string, { median, p90 }: { median: number; p90: number }) =>
    `${title} ${(median * 100).toFixed(3)} % (p90 ${(p90 * 100).toFixed(2)} %)`;
  const within = `${error.within1Percent} of ${error.compared} within 1 %`;
  const { recorded, predicted: foreseen, falseAlarms } = error.breaks;
  const breaks = `${foreseen} of ${recorded} breaks, ${falseAlarms} false`;
  const figures = [spread('read', error.read), spread('written', error.written), spread('uncached', error.uncached)];
  console.log(`${name.padEnd(60)} ${within}, ${breaks}   ${figures.join('   ')}`);
}

async function recordings(): Promise<{ readonly name: string; readonly transcript: Transcript }[]> {
  const entries = await readdir(join(folder, 'claude-code'), { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.sort().map(async (path) => {
      const blob = await openAsBlob(path);
      return { path, source: { name: path, size: blob.size, stream: () => blob.stream() } };
    }),
  );
  const found: { name: string; transcript: Transcript }[] = [];
  for await (const imported of importFiles(files)) {
    if (imported.type !== 'imported') continue;
    for (const transcript of imported.file.transcripts.flatMap((main) => [main, ...main.children])) {
      found.push({ name: basename(imported.path), transcript });
    }
  }
  return found;
}
