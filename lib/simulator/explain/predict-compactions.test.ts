import { describe, expect, it } from 'vitest';
import { importFiles } from '../../importers/import-files';
import { asRecorded } from '../../policies/presets/as-recorded';
import { none } from '../../policies/presets/none';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { predictCompactions } from './predict-compactions';

/** Grows by 10,000 a call from 21,000; the version of the agent decides on the threshold. */
function recording(compactBefore: number, calls: number, boundary: string): string {
  const lines = ['window 200000', 'user 1000 tokens'];
  for (let call = 0; call < calls; call++) {
    const isAfter = call >= compactBefore;
    if (call === compactBefore) lines.push(boundary, 'summary 3000 tokens');
    const used = isAfter ? 25_000 + (call - compactBefore) * 10_000 : 21_000 + call * 10_000;
    lines.push(`call #${call} read ${call}.ts`, `usage ${used} output 100`, `result #${call} 9900 tokens`);
  }
  return lines.join('\n');
}

const version = (name: string) => ({ agent: { name: 'Claude Code', version: name } });

describe('following a recording', () => {
  it('[P2] is correct if the policy triggers at the recorded call', () => {
    // 21,000 + 14 × 10,000 + 100 + 9,900 = 171,000 is the first to reach 167,000.
    const transcript = transcriptFromText(recording(15, 20, 'boundary full auto 170900'), version('2.1.81'));
    const { checks, elsewhere } = predictCompactions(replayMaterial(transcript), asRecorded);
    expect(checks).toMatchObject([
      { recordedCall: 15, predicted: { call: 15, used: 171_000 }, tokensOff: 100, causes: [] },
    ]);
    expect(elsewhere).toEqual([]);
  });

  it('[W9] uses the version that made the recording', () => {
    const transcript = transcriptFromText(recording(14, 20, 'boundary full auto 160900'), version('2.1.1'));
    expect(predictCompactions(replayMaterial(transcript), asRecorded).checks).toMatchObject([
      { recordedCall: 14, predicted: { call: 14 } },
    ]);
  });

  it('shows a compaction later than predicted', () => {
    const transcript = transcriptFromText(recording(18, 20, 'boundary full auto 200900'), version('2.1.81'));
    expect(predictCompactions(replayMaterial(transcript), asRecorded).checks).toMatchObject([
      { recordedCall: 18, predicted: { call: 15 } },
    ]);
  });

  it('shows an unpredicted compaction, and a predicted one that was not recorded', () => {
    const early = transcriptFromText(recording(5, 8, 'boundary full auto 70000'), version('2.1.81'));
    expect(predictCompactions(replayMaterial(early), asRecorded).checks[0]?.predicted).toBeUndefined();
    const manual = transcriptFromText(recording(18, 20, 'boundary full manual 200900'), version('2.1.81'));
    expect(predictCompactions(replayMaterial(manual), asRecorded)).toMatchObject({
      checks: [],
      elsewhere: [{ call: 15 }],
    });
  });

  it('compares nothing if the file begins with the compaction, and says why', () => {
    const transcript = transcriptFromText(
      'boundary full auto 998659\nsummary 3000 tokens\nassistant "on"\nusage 30000',
    );
    const [check] = predictCompactions(replayMaterial(transcript), asRecorded).checks;
    expect(check?.causes).toEqual(['nothing-before']);
    expect(check?.tokensOff).toBeUndefined();
  });

  it('predicts nothing for a policy without layers', () => {
    const transcript = transcriptFromText(recording(15, 20, 'boundary full auto 170900'));
    expect(predictCompactions(replayMaterial(transcript), none).checks[0]?.predicted).toBeUndefined();
  });
});

describe.skipIf(!process.env.HIGHWATER_TRANSCRIPTS)('the shared recordings', () => {
  it('[P2] are predicted: nine of ten automatic compactions within one call, and none elsewhere', async () => {
    const { filesToImport } = await import('../../../scripts/command-line/file-source');
    const files = await filesToImport([`${process.env.HIGHWATER_TRANSCRIPTS}/claude-code`]);
    const callsOff: (number | undefined)[] = [];
    const tokensOff: number[] = [];
    let elsewhere = 0;
    for await (const imported of importFiles(files)) {
      if (imported.type !== 'imported') continue;
      for (const transcript of imported.file.transcripts) {
        const predictions = predictCompactions(replayMaterial(transcript), asRecorded);
        elsewhere += predictions.elsewhere.length;
        for (const check of predictions.checks) {
          if (check.tokensOff === undefined) continue;
          callsOff.push(check.predicted && check.predicted.call - check.recordedCall);
          tokensOff.push(Math.abs(check.tokensOff) / (check.recordedTokens ?? 1));
        }
      }
    }
    console.log(
      'calls off',
      callsOff,
      'tokens off',
      tokensOff.map((share) => `${(share * 100).toFixed(2)} %`),
    );
    expect(callsOff.length).toBeGreaterThanOrEqual(6);
    const right = callsOff.filter((off) => off !== undefined && Math.abs(off) <= 1);
    expect(right.length / callsOff.length).toBeGreaterThanOrEqual(0.9);
    expect(elsewhere).toBe(0);
    const sorted = tokensOff.sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(0.01);
  });
});
