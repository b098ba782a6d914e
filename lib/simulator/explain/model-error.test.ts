import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { modelError } from './model-error';

/** Grows by 10,000 a call from 21,000, and compacts to 25,000 before one call: the threshold of 2.1.81 is reached at 15. */
function errorOf(compactBefore: number, trigger: 'auto' | 'manual', agent = '2.1.81') {
  const lines = ['window 200000', 'user 1000 tokens'];
  for (let call = 0; call < 20; call++) {
    const isAfter = call >= compactBefore;
    if (call === compactBefore) lines.push(`boundary full ${trigger} 170900`, 'summary 3000 tokens');
    const used = isAfter ? 25_000 + (call - compactBefore) * 10_000 : 21_000 + call * 10_000;
    lines.push(`call #${call} read ${call}.ts`, `usage ${used} output 100`, `result #${call} 9900 tokens`);
  }
  const transcript = transcriptFromText(lines.join('\n'), { agent: { name: 'Claude Code', version: agent } });
  return modelError(replayMaterial(transcript), asRecorded, assumed());
}

describe('[P2] the error of a policy on the session of its agent', () => {
  it('is none if it triggers before the same call', () => {
    expect(errorOf(15, 'auto')).toMatchObject({ compactions: 1, exact: 1, missed: 0, mostCallsOff: 0, extra: 0 });
  });

  it('is the distance in calls if it triggers before another one', () => {
    expect(errorOf(17, 'auto')).toMatchObject({ compactions: 1, exact: 0, missed: 0, mostCallsOff: 2 });
  });

  it('counts compactions that are not predicted, and predictions that were not recorded', () => {
    expect(errorOf(5, 'auto')).toMatchObject({ compactions: 1, exact: 0, missed: 1 });
    expect(errorOf(18, 'manual')).toMatchObject({ compactions: 0, missed: 0, extra: 1 });
  });

  it('compares sizes after compactions, as shares of the recorded size', () => {
    // 1,000 tokens of system prompt and prompt, and an assumed summary of 4,000 instead of 24,000.
    const { afterOff = 0 } = errorOf(15, 'auto');
    expect(afterOff).toBeGreaterThan(0.5);
    expect(afterOff).toBeLessThan(1);
  });
});
