import { createReadStream, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../importers/import-files';
import { recordedTimeline } from '../../simulator/recorded/recorded-timeline';
import { counterErrors } from '../../tokens/counter-errors';
import type { Transcript } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
/** Fewer stretches than this say nothing about a counter. */
const MIN_COMPARED = 5;

describe.skipIf(folder === '')('the counters on the shared recordings', () => {
  it('[T8] calibrated is off by at most 10 % of the growth, as the median over the recordings', async () => {
    const medians: number[] = [];
    for (const { name, transcript } of await recordings()) {
      const errors = counterErrors(transcript);
      const [rough, calibrated] = ['rough', 'calibrated'].map((id) => errors.find(({ counter }) => counter === id));
      if (calibrated?.medianAbsolute === undefined || calibrated.compared < MIN_COMPARED) continue;
      medians.push(calibrated.medianAbsolute);
      const shown = [rough, calibrated].map((error) =>
        [error?.counter, percent(error?.medianAbsolute), percent(error?.p90), `(${percent(error?.median)})`].join(' '),
      );
      console.log(`${name.padEnd(60)} ${String(calibrated.compared).padStart(4)}  ${shown.join('   ')}`);
    }
    medians.sort((a, b) => a - b);
    const median = medians[Math.floor(medians.length / 2)] ?? Number.NaN;
    console.log(`calibrated, median of ${medians.length} recordings: ${percent(median)}`);
    expect(medians.length).toBeGreaterThan(8);
    expect(median).toBeLessThanOrEqual(0.1);
  });

  it('[T5] anchored is exact at every recorded call, and adds up by part', async () => {
    for (const { transcript } of await recordings()) {
      const { timeline, contextAtCall } = recordedTimeline(transcript);
      const step = Math.max(1, Math.floor(timeline.calls / 40));
      transcript.calls.forEach((call, index) => {
        if (call.usage !== undefined && inputSide(call.usage) > 0) {
          expect(timeline.used[index]).toBe(inputSide(call.usage));
        }
        if (index % step !== 0) return;
        const context = contextAtCall(index);
        const inMessages = context.messages.reduce((sum, message) => sum + message.tokens, 0);
        expect(inMessages + context.notInFile + context.systemInFile + context.unfiled).toBe(timeline.used[index]);
      });
    }
  });
});

async function recordings(): Promise<{ readonly name: string; readonly transcript: Transcript }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.sort().map((path) => ({
    path,
    source: {
      name: path,
      size: statSync(path).size,
      stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    },
  }));
  const found: { name: string; transcript: Transcript }[] = [];
  for await (const imported of importFiles(files)) {
    if (imported.type !== 'imported') continue;
    for (const transcript of imported.file.transcripts) found.push({ name: basename(imported.path), transcript });
  }
  return found;
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;
}
