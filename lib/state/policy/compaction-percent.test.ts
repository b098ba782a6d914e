import { describe, expect, it } from 'vitest';
import { crush } from '../../policies/agents/crush';
import { roo } from '../../policies/agents/roo';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { compactionPercent, withCompactionPercent } from './compaction-percent';

const model = { window: 200_000, maxOutputTokens: 32_000 };
function at(percent: number) {
  const changed = withCompactionPercent(claudeCode21, percent, model, undefined);
  if (!changed.ok) throw new Error(changed.error);
  return changed.value;
}

describe('[W3] where a policy compacts, in percent of the effective window', () => {
  it('is the threshold by the buffer: 167,000 of 180,000', () => {
    expect(compactionPercent(claudeCode21, model, undefined)).toBe(92.8);
  });

  it('is the chosen share, below the buffer and above it', () => {
    expect(compactionPercent(at(60), model, undefined)).toBe(60);
    expect(at(60).eras.at(-1)?.thresholds.bufferTokens).toBe(13_000);
    expect(compactionPercent(at(97), model, undefined)).toBe(97);
    expect(at(97).eras.at(-1)?.thresholds.bufferTokens).toBe(5_400);
  });

  it('is the chosen share of the effective window whatever the policy takes its share of', () => {
    for (const policy of [roo, crush]) {
      const changed = withCompactionPercent(policy, 60, { window: 300_000 }, undefined);
      expect(changed.ok && compactionPercent(changed.value, { window: 300_000 }, undefined)).toBe(60);
    }
  });

  it('rejects shares out of range', () => {
    for (const percent of [0, 101]) {
      expect(withCompactionPercent(claudeCode21, percent, model, undefined)).toEqual({
        ok: false,
        error: 'it must be from 1 to 100',
      });
    }
  });
});
