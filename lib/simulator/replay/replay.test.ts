import { describe, expect, it } from 'vitest';
import { reasonText } from '../../layers/shape/reason';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import { categories } from '../../tokens/category';
import type { CallId, Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { gateReasons } from '../pipeline/gate';
import { type ReplayMaterial, replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

const material = replayMaterial(transcriptFromText(readingSession(40)));

describe('a free replay', () => {
  const simulation = replay(material, claudeCode21, assumed());

  it('[G1] [W3] compacts before the first call at the threshold', () => {
    const [first] = simulation.compactions;
    // 20,100 + 10,100 a call reaches 167,000 before call 15, counted with the reply and what was added since.
    expect(first?.call).toBe(15);
    expect(simulation.counted[14]).toBeLessThan(167_000);
    expect(simulation.counted[15]).toBeGreaterThanOrEqual(167_000);
    expect(first && reasonText(first.reason, gateReasons)).toMatch(/^17\d,\d{3} used ≥ 167,000$/);
  });

  it('[F6] continues with the summary, the restored files and what follows', () => {
    const [first] = simulation.compactions;
    const { before, after } = replayedCall(material, claudeCode21, assumed(), first?.call ?? 0);
    expect(before.length).toBe(31);
    expect(after.map(({ message }) => message.kind)).toEqual(['summary', ...Array(5).fill('injected')]);
    // The assumed summary, and the sentence that says where the transcript is.
    expect(after[0]?.tokens).toBeCloseTo(4_018.56);
    // Five files of at most 5,000 tokens each.
    expect(after.slice(1).every(({ tokens }) => tokens <= 5_000)).toBe(true);
  });

  it('shows the recorded numbers until it differs from the recording', () => {
    expect([...simulation.used.slice(0, 15)]).toEqual([...material.recorded.timeline.used.slice(0, 15)]);
  });

  it('[L5] has categories that add up to the tokens of every call', () => {
    simulation.used.forEach((used, call) => {
      const sum = categories.reduce((total, category) => total + (simulation.byCategory[category][call] ?? 0), 0);
      expect(sum).toBe(used);
    });
  });

  it('[L4] is repeatable, and does not modify its input', () => {
    const again = replay(material, claudeCode21, assumed());
    expect(again.compactions.map(({ call, before, after }) => [call, before, after])).toEqual(
      simulation.compactions.map(({ call, before, after }) => [call, before, after]),
    );
    expect([...again.used]).toEqual([...simulation.used]);
  });

  it('counts summary requests as sent', () => {
    expect(simulation.totals.modelCalls).toBe(40 + simulation.compactions.length);
    const ofCalls = simulation.used.reduce((sum, tokens) => sum + tokens, 0);
    expect(simulation.totals.sent).toBeGreaterThan(ofCalls + 100_000);
  });
});

it('[X1] is dead without compaction once it no longer fits', () => {
  const simulation = replay(material, none, assumed());
  expect(simulation.compactions).toEqual([]);
  // Of the window 168,000 are left beside a reply of full length, but 191,900 were answered.
  const { used } = material.recorded.timeline;
  expect(simulation.deadAt).toBe(used.findIndex((tokens) => tokens > 191_900));
  // What would have come after it was never sent.
  expect(simulation.totals.modelCalls).toBe(simulation.deadAt);
});

it('[G3] is not compacted any more after three failures in a row', () => {
  const simulation = replay(material, claudeCode21, scripted({ type: 'error', what: 'overloaded' }));
  expect(simulation.failures.map(({ call, kind }) => [call, kind])).toEqual([
    [15, 'api-error'],
    [16, 'api-error'],
    [17, 'api-error'],
    // [X2] The call that no longer fits is tried to be saved once more, whatever the breaker says.
    [19, 'api-error'],
  ]);
  expect(simulation.compactions).toEqual([]);
  expect(simulation.deadAt).toBe(19);
  // Each was asked for once and twice again, and what breaks off is not billed.
  expect(simulation.totals.modelCalls).toBe(19);
});

it('[G3] resets the failure count after a success', () => {
  const error = { type: 'error', what: 'overloaded' } as const;
  const text = { type: 'text', text: 'summary', tokens: 1_000 } as const;
  const failed = [error, error, error] as const;
  const simulation = replay(material, claudeCode21, scripted(...failed, ...failed, text, ...failed, ...failed, text));
  expect(simulation.failures).toHaveLength(4);
  expect(simulation.compactions).toHaveLength(2);
});

it('[P1] keeps sending what the recording compacted, and not what its compaction added', () => {
  const recorded = readingSession(
    12,
    (call) => (call === 6 ? ['boundary full auto 80000', 'summary 3000 tokens', 'injected 500 tokens'] : []),
    (call) => (call < 6 ? 20_100 + call * 10_100 : 23_500 + (call - 6) * 10_100),
  );
  const free = replayMaterial(transcriptFromText(recorded));
  const { after } = replayedCall(free, none, assumed(), 11);
  expect(after.some(({ message }) => message.kind === 'summary')).toBe(false);
  expect(after.some(({ message }) => message.kind === 'injected')).toBe(false);
  expect(after.filter(({ message }) => message.kind === 'reply')).toHaveLength(11);
});

/** A recorded compaction before call 6, which is changed before it is replayed. */
function compacted(change: (transcript: Transcript) => Partial<Transcript>): ReplayMaterial {
  const recorded = readingSession(
    12,
    (call) => (call === 6 ? ['boundary full auto 80000', 'summary 3000 tokens', 'injected 500 tokens'] : []),
    (call) => (call < 6 ? 20_100 + call * 10_100 : 23_500 + (call - 6) * 10_100),
  );
  const transcript = transcriptFromText(recorded);
  return replayMaterial({ ...transcript, ...change(transcript) });
}

it.each(['assistant', 'user'] as const)('[P1] does not send a summary that the %s is said to give', (role) => {
  const material = compacted(({ messages, boundaries }) => {
    const summary = messages.find(({ kind }) => kind === 'summary');
    return {
      messages: messages.map((message) => (message === summary ? { ...message, role } : message)),
      boundaries: boundaries.map((boundary) => ({ ...boundary, ...(summary && { summaryMessageId: summary.id }) })),
    };
  });
  const { after } = replayedCall(material, none, assumed(), 11);
  expect(after.some(({ message }) => message.kind === 'summary' || message.kind === 'injected')).toBe(false);
});

it('[P1] does not send a prompt that a recorded compaction put before its summary', () => {
  const material = compacted(({ messages, boundaries }) => {
    const [boundary] = boundaries;
    if (boundary === undefined) throw new Error('no boundary');
    const [summary, repeated] = [messages[boundary.at], messages[boundary.at + 1]];
    if (summary === undefined || repeated === undefined) throw new Error('no summary');
    const swapped = [{ ...repeated, kind: 'prompt' as const }, summary];
    return {
      messages: [...messages.slice(0, boundary.at), ...swapped, ...messages.slice(boundary.at + 2)],
      boundaries: [{ ...boundary, summaryMessageId: summary.id }],
    };
  });
  const { after } = replayedCall(material, none, assumed(), 11);
  expect(after.map(({ message }) => message.kind).filter((kind) => kind === 'summary' || kind === 'prompt')).toEqual([
    'prompt',
  ]);
});

it('[P1] bills the request for a recorded summary only when following', () => {
  const withRequest = compacted(({ calls, boundaries }) => {
    const [boundary] = boundaries;
    const at = boundary?.at ?? 0;
    const before = calls.filter((call) => call.at < at);
    const usage = { input: 2_000, cacheRead: 80_000, cacheWrite5m: 0, cacheWrite1h: 0, output: 3_000 };
    const request = { id: 'request' as CallId, at, usage };
    return { calls: [...before, request, ...calls.filter((call) => call.at >= at)] };
  });
  const without = replay(
    compacted(() => ({})),
    none,
    assumed(),
  );
  const free = replay(withRequest, none, assumed());
  // Nobody's context shrinks there, and nothing is sent that was not sent without it.
  expect([...free.used.slice(0, 6), ...free.used.slice(7)]).toEqual([...without.used]);
  expect(free.used[6]).toBe(without.used[6]);
  expect([free.cost[6], free.uncached[6], free.cacheRead[6]]).toEqual([0, 0, 0]);
  expect(free.totals).toEqual(without.totals);
  const following = replay(withRequest, none, assumed(), { mode: 'following' });
  expect([following.used[6], following.cacheRead[6], following.billedOutput[6]]).toEqual([82_000, 80_000, 3_000]);
  expect([...following.used]).toEqual([...withRequest.recorded.timeline.used]);
  const { after } = replayedCall(withRequest, none, assumed(), 7, { mode: 'following' });
  expect(after.map(({ message }) => message.kind)).toEqual(['summary', 'injected']);
});

it('[X2] [X3] compacts for a call that does not fit if automatic compaction is off, after a warning', () => {
  const [era] = claudeCode21.eras;
  if (era === undefined) throw new Error('no era');
  const manual = { ...claudeCode21, eras: [{ thresholds: { ...era.thresholds, isAutomatic: false } }] };
  const simulation = replay(material, manual, assumed());
  expect(simulation.blockedAt).toBe(simulation.counted.findIndex((used) => used >= 177_000));
  expect(simulation.compactions[0]).toMatchObject({ call: 19, trigger: 'reactive' });
  expect(simulation.deadAt).toBeUndefined();
});

it('[G4] stops when the context is full again within one round of a compaction, three times in a row', () => {
  const huge = Array.from({ length: 8 }, (_, call) => [
    `call #${call} read ${call}.ts`,
    ...(call < 2 ? [`usage ${100 + call * 170_010} output 10`] : ['---']),
    `result #${call} 170000 tokens`,
  ]);
  const thrashing = replayMaterial(transcriptFromText(['window 200000', 'user 10 tokens', ...huge.flat()].join('\n')));
  const simulation = replay(thrashing, claudeCode21, assumed());
  expect(simulation.compactions.map(({ call }) => call)).toEqual([1, 2, 3]);
  // Not the summary and not what was put back, but the result that came in after the third compaction.
  expect(simulation.thrash).toMatchObject({ call: 4, message: 'm8' });
  const { verdicts } = replayedCall(thrashing, claudeCode21, assumed(), 4);
  expect(verdicts.find(({ by }) => by === 'gate')?.reason).toMatchObject({ rule: 'G4', code: 'thrash' });
});

it('[E1] reads what was sent before from the cache, and only the system part after a compaction', () => {
  const simulation = replay(material, claudeCode21, assumed());
  const compaction = simulation.compactions[0]?.call ?? 0;
  expect(simulation.cacheRead[1]).toBe(simulation.used[0]);
  expect(simulation.cacheRead[compaction]).toBe(Math.round(material.unchanged('free').systemTokens[compaction] ?? 0));
  simulation.used.forEach((used, call) => {
    const { cacheRead, cacheWritten, uncached } = simulation;
    expect((cacheRead[call] ?? 0) + (cacheWritten[call] ?? 0) + (uncached[call] ?? 0)).toBe(used);
  });
});

it('excludes what a rewind dropped', () => {
  const text = [
    'user "one"',
    'assistant "a"',
    'usage 1000',
    'user "two"',
    'rewind 1',
    'user "three"',
    'assistant "b"',
    'usage 1100',
  ];
  const { after } = replayedCall(replayMaterial(transcriptFromText(text.join('\n'))), none, assumed(), 1);
  const texts = after.flatMap(({ message }) => message.parts.map((part) => (part.kind === 'text' ? part.text : '')));
  expect(texts).toEqual(['one', 'a', 'three']);
});

it.each(['', 'user "hello"', 'result #1 100 tokens', 'assistant "no usage, no time"'])(
  'gives a result without invalid numbers for a transcript such as %j',
  (text) => {
    const simulation = replay(replayMaterial(transcriptFromText(text)), claudeCode21, assumed());
    const { cost, ...totals } = simulation.totals;
    expect([...simulation.used, ...Object.values(totals), cost.dollars].every(Number.isFinite)).toBe(true);
  },
);
