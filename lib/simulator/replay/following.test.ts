import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { none } from '../../policies/presets/none';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

const COMPACTED = 15;
const recording = (compactBefore: number, boundary = 'boundary full auto 171000') =>
  replayMaterial(
    transcriptFromText(
      readingSession(
        25,
        (call) => (call === compactBefore ? [boundary, 'summary 3000 tokens', 'injected 500 tokens'] : []),
        (call) => (call < compactBefore ? 20_100 + call * 10_100 : 23_500 + (call - compactBefore) * 10_100),
      ),
      { agent: { name: 'Claude Code', version: '2.1.81' } },
    ),
  );
const material = recording(COMPACTED);

describe('[P1] following a recording', () => {
  const simulation = replay(material, asRecorded, assumed(), { mode: 'following' });

  it('compacts at recorded boundaries, and nowhere else', () => {
    expect(simulation.compactions.map(({ call, trigger }) => [call, trigger])).toEqual([[COMPACTED, 'auto']]);
    expect(simulation.counted[COMPACTED]).toBeGreaterThanOrEqual(simulation.threshold[COMPACTED] ?? 0);
  });

  it('compacts from the size before, not from the recorded size after', () => {
    const [compaction] = simulation.compactions;
    const before = (simulation.used[COMPACTED - 1] ?? 0) + (simulation.output[COMPACTED - 1] ?? 0) + 10_000;
    expect(Math.abs((compaction?.before ?? 0) - before)).toBeLessThan(before * 0.02);
  });

  it('continues with the recorded boundary, summary and restored content', () => {
    const { before, after } = replayedCall(material, asRecorded, assumed(), COMPACTED, { mode: 'following' });
    expect(after.map(({ message }) => message.kind)).toEqual(['summary', 'injected']);
    expect(before).toEqual(after);
    expect([...simulation.used]).toEqual([...material.recorded.timeline.used]);
  });

  it('keeps an earlier compaction of the policy until the recorded one', () => {
    const late = recording(20, 'boundary full auto 221000');
    const early = replay(late, asRecorded, assumed(), { mode: 'following' });
    expect(early.compactions.map(({ call }) => call)).toEqual([COMPACTED]);
    expect(early.used[COMPACTED + 1]).toBeLessThan(late.recorded.timeline.used[COMPACTED + 1] ?? 0);
    expect([...early.used.slice(20)]).toEqual([...late.recorded.timeline.used.slice(20)]);
  });

  it('[F11] has rounds that both the recording and the policy kept once, and keeps the latest of the current context', () => {
    // Calls and results alternate after the prompt: m27 and m28 are the round before the boundary.
    const kept = recording(COMPACTED, 'boundary full auto 171000 m27 m28 m29 m30');
    const policy = changed(asRecorded, 'full-compact.keptRounds', 2);
    const idsOf = (call: number, at: 'before' | 'after') =>
      replayedCall(kept, policy, assumed(), call, { mode: 'following' })[at].map(({ message }) => message.id);
    const start = idsOf(COMPACTED, 'after');
    expect(start).toEqual(idsOf(COMPACTED, 'before'));
    expect(start.slice(0, 6)).toEqual(['m31', 'm27', 'm28', 'm29', 'm30', 'm32']);
    expect(new Set(start).size).toBe(start.length);

    const early = changed(policy, 'thresholds.percent', 50);
    const { compactions } = replay(kept, early, assumed(), { mode: 'following' });
    const later = compactions.find(({ call }) => call > COMPACTED)?.call;
    if (later === undefined) throw new Error('It compacts again');
    const again = replayedCall(kept, early, assumed(), later, { mode: 'following' }).after.map(
      ({ message }) => message.id,
    );
    expect(new Set(again).size).toBe(again.length);
    expect(again.filter((id) => ['m27', 'm28', 'm29', 'm30', 'm31'].includes(id))).toEqual([]);
    const own = kept.transcript.calls[later]?.at ?? 0;
    expect(again.slice(1, 5)).toEqual([own - 4, own - 3, own - 2, own - 1].map((index) => `m${index}`));
  });

  it('shows a recorded clearing in the following contexts', () => {
    const text = readingSession(4, (call) => (call === 2 ? ['boundary micro auto #0'] : []));
    const cleared = replayMaterial(transcriptFromText(text));
    const states = replayedCall(cleared, none, assumed(), 2, { mode: 'following' }).after.flatMap(({ parts }) =>
      parts.flatMap(({ part, state }) => (part.kind === 'tool-result' ? [state] : [])),
    );
    expect(states).toEqual(['cleared', 'whole']);
  });

  it('sends every recorded call, however large', () => {
    const { deadAt, changes } = replay(material, { ...none, windowTokens: 50_000 }, assumed(), { mode: 'following' });
    expect([deadAt, changes.length]).toEqual([undefined, 0]);
    expect(replay(material, { ...none, windowTokens: 50_000 }, assumed()).deadAt).toBe(0);
  });

  it('[T9] works with any counter', () => {
    const { used } = replay(material, teachingV5, assumed(), { mode: 'following' });
    expect(used.every((tokens) => Number.isFinite(tokens) && tokens > 0)).toBe(true);
  });
});
