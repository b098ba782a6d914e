import { describe, expect, it } from 'vitest';
import { opencode14 } from '../../policies/agents/opencode-1-4';
import { pi058 } from '../../policies/agents/pi-0-58';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { fittingWindow } from './fitting-window';

/** Grows by 5,000 a call from 10,000, and is compacted once. */
function recording(before: number, trigger: string, window = 200_000) {
  const lines = [`window ${window}`, 'user 1000 tokens'];
  for (let call = 0; call < before + 3; call++) {
    if (call === before) lines.push(`boundary full ${trigger} 1`, 'summary 3000 tokens');
    const used = 10_000 + 5_000 * (call < before ? call : call - before);
    lines.push(`call #${call} read ${call}.ts`, `usage ${used} output 0`, `result #${call} 5000 tokens`);
  }
  return replayMaterial(transcriptFromText(lines.join('\n')));
}

describe('[P4] the window that fits', () => {
  it('has the policy compact at the recorded call', () => {
    // 95,000 is below 96,000, and 100,000 is not: 128,000 less 32,000.
    expect(fittingWindow(recording(19, 'auto'), opencode14)).toEqual({
      windowTokens: 128_000,
      exact: 1,
      compactions: 1,
    });
  });

  it('may come with a shorter reply', () => {
    // 105,000 is below 108,000, and 110,000 is not: 128,000 less 20,000.
    expect(fittingWindow(recording(21, 'auto'), opencode14)).toEqual({
      windowTokens: 128_000,
      maxOutputTokens: 20_000,
      exact: 1,
      compactions: 1,
    });
  });

  it('is not offered if the recorded one fits, if none does, or if nothing can be compared', () => {
    expect(fittingWindow(recording(19, 'auto', 128_000), opencode14)).toBeUndefined();
    expect(fittingWindow(recording(5, 'auto'), opencode14)).toBeUndefined();
    expect(fittingWindow(recording(19, 'manual'), opencode14)).toBeUndefined();
    expect(fittingWindow(recording(19, 'auto'), pi058)).toBeUndefined();
  });
});
