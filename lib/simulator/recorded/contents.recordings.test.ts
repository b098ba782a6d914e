import { describe, expect, it } from 'vitest';
import { cacheReadPrices, carriedParts } from './carried-parts';
import { contentsAt } from './contents';
import { recordedTimeline } from './recorded-timeline';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
/** All recordings together are many, and the machine may be busy with other tests. */
const MAX_MS = 300_000;

describe.skipIf(folder === '')('what fills the shared recordings', { timeout: MAX_MS }, () => {
  it('[T5] adds up to the recorded usage of all calls: by kind, by tool and by file', async () => {
    const { importFiles } = await import('../../importers/import-files');
    const { filesToImport } = await import('../../../scripts/command-line/file-source');
    let sessions = 0;
    for await (const imported of importFiles(await filesToImport([folder]))) {
      if (imported.type !== 'imported') continue;
      const name = imported.path.slice(imported.path.lastIndexOf('/') + 1);
      for (const transcript of imported.file.transcripts.flatMap((main) => [main, ...main.children])) {
        const last = transcript.calls.length - 1;
        if (last < 0) continue;
        sessions += 1;
        const recorded = recordedTimeline(transcript);
        const { used } = recorded.timeline;
        const startMs = performance.now();
        const { byKind, byTool, byFile } = contentsAt(transcript, recorded, last);
        const tookMs = performance.now() - startMs;
        const total = sum(used);
        const differences = [byKind, byTool, byFile].map((rows) => sum(rows.map(({ carried }) => carried)) - total);
        const { carried } = carriedParts(transcript, recorded, cacheReadPrices(transcript, used), last);
        const share = `parts of messages ${((sum(carried) / total) * 100).toFixed(2)} %`;
        console.log(
          `${name.padEnd(62)} ${total} tokens × calls, differences ${differences.join(' ')}, ${share}, ` +
            `${byTool.length - 1} tools, ${byFile.length - 1} files, ${tookMs.toFixed(0)} ms`,
        );
        expect([name, ...differences]).toEqual([name, 0, 0, 0]);
        // Before apportioning: the parts alone never carry more than the calls did, but for the rounding of floats.
        expect([name, sum(carried) <= total * (1 + 1e-9)]).toEqual([name, true]);
      }
    }
    expect(sessions).toBeGreaterThan(50);
  });
});

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}
