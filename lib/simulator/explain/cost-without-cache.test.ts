import { expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import type { Usage } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from '../replay/reading-session.test-support';
import { replay } from '../replay/replay';
import { costWithoutCache, recordedCostWithoutCache } from './cost-without-cache';

const pass: Usage = { input: 100_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };

function materialOf(text: string, usage: Partial<Usage> | undefined, model = 'claude-opus-4-5') {
  const transcript = transcriptFromText(text);
  const calls = transcript.calls.map(({ usage: _, ...call }) => ({
    ...call,
    model,
    ...(usage && { usage: { ...pass, input: 0, ...usage } }),
  }));
  return replayMaterial({ ...transcript, calls });
}

const one = 'user 100 tokens\nassistant "done"\ncall #1 ls';

it('[E2] prices everything that was sent as uncached input: $5 for a million tokens of Opus 4.5, $25 of output', () => {
  const material = materialOf(one, {
    input: 10_000,
    cacheRead: 60_000,
    cacheWrite5m: 20_000,
    cacheWrite1h: 10_000,
    output: 1_000,
  });
  expect(recordedCostWithoutCache(material)).toEqual({ dollars: 0.525, known: 1, unknown: 0 });
});

it('[E2] includes further passes of a response', () => {
  const material = materialOf(one, { cacheRead: 100_000, output: 1_000, extraPasses: [pass] });
  expect(recordedCostWithoutCache(material)?.dollars).toBeCloseTo(0.525 + 0.5, 9);
});

it('[E2] is unknown without a price, and not there without a bill', () => {
  expect(recordedCostWithoutCache(materialOf(one, { input: 1_000 }, 'their-model'))).toEqual({
    dollars: 0,
    known: 0,
    unknown: 1,
  });
  expect(recordedCostWithoutCache(materialOf(one, undefined))).toBeUndefined();
});

it('[E2] an unchanged replay costs what the recording would have cost', () => {
  const material = replayMaterial(withModel(readingSession(18)));
  const recorded = recordedCostWithoutCache(material);
  const unchanged = replay(material, none, assumed(), { mode: 'following' });
  expect(costWithoutCache(material, unchanged).dollars).toBeCloseTo(recorded?.dollars ?? Number.NaN, 9);
  expect(recorded?.dollars).toBeGreaterThan(unchanged.totals.cost.dollars);
});

it('[E2] covers all tokens of a replay, with those of its layers', () => {
  const material = replayMaterial(withModel(readingSession(18)));
  const simulation = replay(material, claudeCode21, assumed());
  const { sent, output } = simulation.totals;
  expect(simulation.forks.length).toBeGreaterThan(0);
  // Sonnet 4.5 costs $3 and $15 for a million tokens, as long as no prompt exceeds 200,000.
  expect(costWithoutCache(material, simulation).dollars).toBeCloseTo((sent * 3 + output * 15) / 1_000_000, 9);
});

function withModel(text: string) {
  const transcript = transcriptFromText(text);
  return { ...transcript, calls: transcript.calls.map((call) => ({ ...call, model: 'claude-sonnet-4-5' })) };
}
