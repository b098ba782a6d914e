import { describe, expect, it } from 'vitest';
import { recordedTimeline } from '../recorded/recorded-timeline';
import { childLanes } from './child-lanes';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
const MAX_MS = 300_000;

describe.skipIf(folder === '')('sub-agents of the shared recordings', { timeout: MAX_MS }, () => {
  it('[O4] have a place in their parent, and sums that fit', async () => {
    const { importFiles } = await import('../../importers/import-files');
    const { filesToImport } = await import('../../../scripts/command-line/file-source');
    const placed: Record<string, number> = { call: 0, time: 0, none: 0 };
    for await (const imported of importFiles(await filesToImport([folder]))) {
      if (imported.type !== 'imported') continue;
      for (const transcript of imported.file.transcripts) {
        const startMs = performance.now();
        const { lanes, parent } = childLanes(transcript, recordedTimeline(transcript));
        const tookMs = performance.now() - startMs;
        if (lanes.length === 0) continue;
        console.log(`${imported.path.split('/').at(-1)}: ${lanes.length} in ${tookMs.toFixed(0)} ms, parent`, parent);
        for (const { title, sizes, ...lane } of lanes) {
          placed[lane.placedBy] = (placed[lane.placedBy] ?? 0) + 1;
          console.log(`  ${title.length} characters, ${sizes.length} sizes`, JSON.stringify(lane));
          expect(lane.from).toBeLessThanOrEqual(lane.to);
          expect(lane.to).toBeLessThanOrEqual(transcript.calls.length);
          expect(lane.carriedTokens).toBeGreaterThanOrEqual(0);
          // What it wrote in its latest reply counts, too, which no later call sent.
          expect(Math.max(...sizes, 0)).toBeLessThanOrEqual(lane.peakTokens);
        }
      }
    }
    // The summary of a Harbor run has no place: its file has neither times nor calls.
    expect(placed).toEqual({ call: 12, time: 29, none: 1 });
  });
});
