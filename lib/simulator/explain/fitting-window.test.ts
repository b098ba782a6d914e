import { describe, expect, it } from 'vitest';
import { codex } from '../../policies/agents/codex';
import { opencode14 } from '../../policies/agents/opencode-1-4';
import { pi } from '../../policies/agents/pi';
import { pi058 } from '../../policies/agents/pi-0-58';
import { otherVersions } from '../../policies/index';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { fittingPolicy, fittingWindow } from './fitting-window';

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
  });

  it('is offered with another version of the agent, if that fits better', () => {
    // 180,000 is below 183,616 tokens, and 185,000 is not: 200,000 less 16,384. In the middle of a turn, 0.58 does not look.
    const fitting = fittingWindow(recording(35, 'auto'), pi058);
    expect(fitting).toEqual({ preset: 'pi', exact: 1, compactions: 1 });
    expect(fittingWindow(recording(35, 'auto'), pi)).toBeUndefined();
    expect(fitting && fittingPolicy(pi058, fitting)).toEqual(pi);
  });

  it('may need both', () => {
    // 80,000 is below 83,616 tokens, and 85,000 is not: 100,000 less 16,384.
    const fitting = fittingWindow(recording(15, 'auto'), pi058);
    expect(fitting).toEqual({ preset: 'pi', windowTokens: 100_000, exact: 1, compactions: 1 });
    expect(fitting && fittingPolicy(pi058, fitting)).toEqual({ ...pi, windowTokens: 100_000 });
  });

  it('is looked for among the versions of the same agent only', () => {
    for (const { id } of otherVersions(opencode14)) expect(id).toMatch(/^opencode/);
    expect(otherVersions(opencode14)).toHaveLength(4);
    expect(otherVersions(codex)).toEqual([]);
  });
});
