import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../importers/import-file';
import { opencode14 } from '../../policies/agents/opencode-1-4';
import { policyOfAgent } from '../../policies/index';
import { none } from '../../policies/presets/none';
import { replayMaterial } from '../recorded/replay-material';
import { checkRecording } from './check-recording';
import { fittingWindow } from './fitting-window';
import { predictCompactions } from './predict-compactions';

const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';

async function transcriptOf(path: string) {
  const file = await openAsBlob(join(folder, path));
  const read = await importFile({ name: path, size: file.size, stream: () => file.stream() });
  const [transcript] = read.ok ? read.value.transcripts : [];
  if (transcript === undefined) throw new Error(`${path} could not be imported`);
  return transcript;
}

describe.skipIf(folder === '')('[P3] the shared recordings of other agents', () => {
  it('opencode prunes the same results, with replaced values in the length of others of their field', async () => {
    const checks = [];
    for (const name of (await readdir(join(folder, 'opencode'))).filter((each) => each.endsWith('.json')).sort()) {
      const transcript = await transcriptOf(`opencode/${name}`);
      const { prunes } = checkRecording(replayMaterial(transcript), policyOfAgent(transcript.agent) ?? none);
      expect([name, prunes.elsewhere]).toEqual([name, []]);
      checks.push(...prunes.checks);
    }
    expect(checks).toHaveLength(13);
    expect(checks.reduce((sum, { recorded }) => sum + recorded, 0)).toBeGreaterThan(400);
    expect(checks.filter(({ missed, extra }) => missed + extra > 0)).toEqual([]);
  });

  it.each([
    ['opencode/auto-compaction-1.4.3.json', 112_579, 16_303],
    ['pi/compaction-312k-after-errors-v3.jsonl', 312_794, 35_752],
  ])('the size after a compaction is not that of the request for its summary: %s', async (path, before, after) => {
    const { timeline } = replayMaterial(await transcriptOf(path)).recorded;
    expect(timeline.events.filter(({ kind }) => kind === 'full')).toMatchObject([{ before, after }]);
  });

  it('opencode 1.4.3 compacts at the call, with a window of 128,000 and a reserve of 20,000', async () => {
    const material = replayMaterial(await transcriptOf('opencode/auto-compaction-1.4.3.json'));
    const policy = { ...opencode14, windowTokens: 128_000, maxOutputTokens: 20_000 };
    const { checks, elsewhere } = predictCompactions(material, policy);
    expect(fittingWindow(material, opencode14)).toEqual({
      windowTokens: 128_000,
      maxOutputTokens: 20_000,
      exact: 1,
      compactions: 1,
    });
    expect(checks).toMatchObject([{ recordedCall: 42, predicted: { call: 42, used: 112_579, threshold: 108_000 } }]);
    expect(elsewhere).toEqual([]);
  });

  it.each(['compaction-99k-v3', 'compaction-312k-after-errors-v3'])(
    'pi keeps from the same entry on: %s',
    async (name) => {
      const transcript = await transcriptOf(`pi/${name}.jsonl`);
      const { cuts } = checkRecording(replayMaterial(transcript), policyOfAgent(transcript.agent) ?? none);
      expect(cuts).toMatchObject([{ isSame: true, tokensOff: 0 }]);
      expect(cuts[0]?.predicted).toBe(cuts[0]?.recorded);
    },
  );
});
