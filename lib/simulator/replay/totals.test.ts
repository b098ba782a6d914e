import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../layers/shape/context';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { assumed } from '../../summarizers/assumed';
import { scripted } from '../../summarizers/scripted';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { recordedBill } from '../recorded/recorded-bill';
import { replayMaterial } from '../recorded/replay-material';
import { readingSession } from './reading-session.test-support';
import { replay } from './replay';
import { replayedCall } from './replay-lookup';

/** Rules that are right one by one may still come to a wrong sum: small recordings, and what they come to. */
const materialOf = (lines: readonly string[], model = 'claude-sonnet-4-5') => {
  const transcript = transcriptFromText(lines.join('\n'));
  return replayMaterial({ ...transcript, calls: transcript.calls.map((call) => ({ ...call, model })) });
};

const atTen = 'clock 2026-01-01T10:00:00Z';

describe('[T5] what a recorded compaction added', () => {
  // After the compaction 31,000 tokens came in that are not in the file.
  const lines = [
    'window 200000',
    'user 100 tokens',
    'call #1 read a.ts',
    'usage 20100 written 20100 output 100',
    'result #1 9000 tokens',
    'call #2 read b.ts',
    'usage 29200 read 20100 written 9100 output 100',
    'result #2 4000 tokens',
    'boundary full auto 33300',
    'summary 900 tokens',
    'user 31 tokens',
    'call #3 read c.ts',
    'usage 51931 read 20000 written 31931 output 100',
    'result #3 500 tokens',
    'call #4 read d.ts',
    'usage 52531 read 51931 written 600 output 100',
  ];
  const material = materialOf(lines);
  const { used } = replay(material, none, assumed());

  it('is absent if nothing was compacted: the context grows by the messages that came in', () => {
    const growths = [...used].map((tokens, call) => tokens - (used[call - 1] ?? 0));
    expect([growths[1], growths[3]]).toEqual([9_100, 600]);
    // Reply, result and prompt, of which only the reply was measured.
    expect(growths[2]).toBeLessThanOrEqual(100 + 4_000 + 31);
    expect(growths[2]).toBeGreaterThan(0.99 * (100 + 4_000 + 31));
  });

  it('is present at its recorded size when following', () => {
    expect([...replay(material, none, assumed(), { mode: 'following' }).used]).toEqual([
      20_100, 29_200, 51_931, 52_531,
    ]);
  });

  it('[L5] is removed by no layer: a compaction leaves what it says', () => {
    const snipping: Policy = { ...none, layers: policyLayers({ snip: {} }) };
    const { changes } = replay(material, snipping, assumed(), { commands: [{ call: 3, command: { type: 'snip' } }] });
    for (const { before, after, changes: parts } of changes) {
      expect(before - parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBeCloseTo(after, 6);
    }
    expect(changes).not.toEqual([]);
  });

  it('results that were cleared without a boundary stay cleared when a layer changes something else', () => {
    const cleared = materialOf([
      'window 200000',
      'user 100 tokens',
      'call #1 read a.ts',
      'usage 20100 output 100',
      'result #1 30000 tokens',
      'call #2 read b.ts',
      'usage 50200 output 100',
      'result #2 1000 tokens',
      // 25,000 tokens of results went without a word.
      'call #3 read c.ts',
      'usage 26300 output 100',
      'result #3 1000 tokens',
      'call #4 read d.ts',
      'usage 27400 output 100',
    ]);
    const { after } = replayedCall(cleared, none, assumed(), 3);
    expect(tokensOf(after)).toBeLessThan(8_000);
    const snipped = replay(cleared, { ...none, layers: policyLayers({ snip: {} }) }, assumed(), {
      commands: [{ call: 3, command: { type: 'snip' } }],
    });
    expect(snipped.used[3]).toBeLessThan(27_400);
  });
});

describe('[E2] the bill of an unchanged replay', () => {
  const lines = [
    atTen,
    'window 200000',
    'user 100 tokens',
    'call #1 read a.ts',
    'usage 20100 written 20000 output 100',
    'result #1 9000 tokens',
    // An hour later nothing was left, but for the system part.
    'wait 70 min',
    'call #2 read b.ts',
    'usage 29200 read 12000 written 17000 output 100',
    'result #2 4000 tokens',
    'call #3 read c.ts',
    'usage 33300 read 29000 written 4300 output 100',
    'boundary full auto 33400',
    'summary 900 tokens',
    'call #4 read d.ts',
    'usage 14000 read 12000 written 2000 output 100',
  ];
  const forAnHour = ({ calls, ...transcript }: Transcript): Transcript => ({
    ...transcript,
    calls: calls.map(({ usage, ...call }) => ({
      ...call,
      ...(usage === undefined ? {} : { usage: { ...usage, cacheWrite5m: 0, cacheWrite1h: usage.cacheWrite5m } }),
    })),
  });

  it.each([
    ['written for five minutes', materialOf(lines)],
    ['written for an hour', replayMaterial(forAnHour(materialOf(lines).transcript))],
  ])('matches the recording, %s', (_, material) => {
    const { totals } = replay(material, none, assumed(), { mode: 'following' });
    const recorded = recordedBill(material);
    expect(totals).toMatchObject({
      cacheRead: recorded?.cacheRead,
      cacheWrite: recorded?.cacheWrite,
      uncached: recorded?.uncached,
      output: recorded?.output,
    });
    expect(totals.cost.dollars).toBeCloseTo(recorded?.cost ?? Number.NaN, 9);
  });

  it('is higher if the one-hour cache was used, and so is that of a changed replay', () => {
    const [short, long] = [materialOf(lines), replayMaterial(forAnHour(materialOf(lines).transcript))];
    expect(recordedBill(long)?.cost).toBeGreaterThan(recordedBill(short)?.cost ?? Number.NaN);
    const changed = { ...none, layers: policyLayers({ snip: {} }) };
    const commands = [{ call: 1, command: { type: 'snip' } as const }];
    const dollarsOf = (material: typeof short) =>
      replay(material, changed, assumed(), { commands, predictsBill: true }).totals.cost.dollars;
    expect(dollarsOf(long)).toBeGreaterThan(dollarsOf(short));
  });
});

it('[E2] excludes a call without usage: neither an unchanged nor a changed replay prices it', () => {
  const lines = readingSession(12).split('\n');
  const unbilled = lines.findIndex((line) => line.startsWith('usage 90'));
  lines[unbilled] = '---';
  const material = materialOf(lines);
  const changed: Policy = { ...none, layers: policyLayers({ snip: {} }) };
  const commands = [{ call: 2, command: { type: 'snip' } as const }];
  const [plain, snipped] = [replay(material, none, assumed()), replay(material, changed, assumed(), { commands })];
  expect([plain.totals.modelCalls, snipped.totals.modelCalls]).toEqual([11, 11]);
  expect(recordedBill(material)).toMatchObject({ calls: 11, callsWithoutUsage: 1 });
});

it('[E2] is predicted throughout if only few calls have usage', () => {
  const lines = readingSession(6).split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('usage'));
  const material = materialOf(lines.map((line, place) => (line.startsWith('usage') && place < last ? '---' : line)));
  expect(recordedBill(material)).toBeUndefined();
  expect(replay(material, none, assumed(), { mode: 'following' }).totals.modelCalls).toBe(6);
});

describe('[E1] a request by a layer', () => {
  const compacting: Policy = { ...claudeCode21, layers: policyLayers({ 'full-compact': {} }) };
  const asked = (lines: readonly string[], call: number, policy = compacting) => {
    const { forks } = replay(materialOf(lines), policy, assumed(), {
      commands: [{ call, command: { type: 'compact' } }],
    });
    return forks.find((fork) => fork.call === call);
  };
  const session = (pause: readonly string[]) => [
    atTen,
    'window 200000',
    'user 100 tokens',
    'call #1 read a.ts',
    'usage 20100 written 20100 output 100',
    'result #1 9000 tokens',
    'call #2 read b.ts',
    'usage 29200 read 20100 written 9100 output 100',
    'result #2 4000 tokens',
    ...pause,
    'user 200 tokens',
    'call #3 read c.ts',
    pause.length === 0 ? 'usage 33500 read 29200 written 4300 output 100' : 'usage 33500 written 33500 output 100',
  ];

  it('reads what the last call sent', () => {
    expect(asked(session([]), 2)?.read).toBe(29_200);
  });

  it('reads nothing after three idle hours', () => {
    expect(asked(session(['wait 3 h']), 2)?.read).toBe(0);
  });

  it('reads nothing before the first call ever', () => {
    expect(asked(session([]), 0)?.read ?? 0).toBe(0);
  });

  it('[F3] includes its instruction', () => {
    const { read = 0, uncached = 0 } = asked(session([]), 2) ?? {};
    // Before the call there are 33,500 tokens.
    expect(read + uncached).toBeGreaterThan(33_600);
  });

  it('is billed completely if it does not share the cache', () => {
    const alone: Policy = { ...compacting, layers: policyLayers({ 'full-compact': { sharesCache: false } }) };
    expect(asked(session([]), 2, alone)?.read).toBe(0);
  });

  it('[C2] for a collapsed span only reads what precedes the messages: a span is no prefix', () => {
    const collapsing: Policy = { ...claudeCode21, layers: policyLayers({ collapse: {} }) };
    const material = replayMaterial(transcriptFromText(readingSession(24)));
    const { forks } = replay(material, collapsing, assumed());
    expect(forks.length).toBeGreaterThan(0);
    const system = Math.max(...material.unchanged('free').systemTokens);
    for (const { read, uncached } of forks) expect([read <= system, uncached > 9_000]).toEqual([true, true]);
  });

  it('[F4] repeated without the oldest rounds only reads what precedes the messages', () => {
    const material = replayMaterial(transcriptFromText(readingSession(18)));
    const answer = { type: 'text', text: 'summary', tokens: 1_000 } as const;
    const replies = scripted({ type: 'too-long', gapTokens: 5_000 }, answer, answer, answer, answer);
    const { forks, totals, compactions } = replay(material, compacting, replies);
    expect(compactions.length).toBeGreaterThan(0);
    const system = material.unchanged('free').systemTokens[15] ?? 0;
    expect(forks[0]?.read).toBeLessThanOrEqual(Math.round(system));
    // What was refused is not billed.
    expect(totals.modelCalls).toBe(18 + compactions.length);
  });
});

it('[X1] [W1] an answered request fits, and so does everything that is not larger', () => {
  const lines = ['user 100 tokens'];
  for (let call = 0; call < 25; call++) {
    lines.push(
      `call #${call} read f${call}.ts`,
      `usage ${20_100 + 10_100 * call} output 100`,
      `result #${call} 10000 tokens`,
    );
  }
  const material = materialOf(lines);
  expect(material.limits).toMatchObject({ windowTokens: 1_000_000, windowSource: 'answered', answeredTokens: 262_600 });
  for (const mode of ['free', 'following'] as const) {
    expect(replay(material, none, assumed(), { mode }).deadAt).toBeUndefined();
  }
});

it('[T2] [N2] the system prompt is counted once: the first note comes at 10,000 tokens, not at twice the system prompt', () => {
  const lines = ['system 6000 tokens', 'user 100 tokens'];
  for (let call = 0; call < 8; call++) {
    const sent = 6_100 + 1_100 * call;
    lines.push(`call #${call} read f${call}.ts`, `usage ${sent} output 100`, `result #${call} 1000 tokens`);
  }
  const noting: Policy = { ...claudeCode21, layers: policyLayers({ 'note-extraction': {} }) };
  const material = materialOf(lines);
  const { notes, used, output } = replay(material, noting, assumed());
  const sizes = [...used].map((tokens, call) => tokens + (output[call] ?? 0));
  expect(notes[0]?.call).toBe(sizes.findIndex((tokens) => tokens >= 10_000));
});

it('[X3] blocked calls are neither sent nor billed', () => {
  const [era] = claudeCode21.eras;
  if (era === undefined) throw new Error('no era');
  const manual: Policy = { ...claudeCode21, eras: [{ thresholds: { ...era.thresholds, isAutomatic: false } }] };
  const material = replayMaterial(transcriptFromText(readingSession(17)));
  const { blockedAt = 0, used, cacheRead, uncached, cacheWritten, totals } = replay(material, manual, assumed());
  expect(blockedAt).toBeGreaterThan(10);
  expect(totals.modelCalls).toBe(blockedAt);
  for (const column of [used, cacheRead, uncached, cacheWritten]) {
    expect([...column.slice(blockedAt)].every((tokens) => tokens === 0)).toBe(true);
  }
});

describe('[X1] an answered request without usage', () => {
  const session = (window: string) =>
    [window, ...Array.from({ length: 40 }, () => ['user 5000 tokens', 'assistant 100 tokens']).flat()].join('\n');

  it('is not rejected because our count is slightly too large, in a replay of what it carried', () => {
    // The last call is the first without a usage.
    const material = materialOf(readingSession(19).replace('result #17 10000', 'result #17 500').split('\n'));
    const { deadAt, used, thresholds } = replay(material, none, assumed());
    expect(Math.max(...used)).toBeGreaterThan(thresholds.fits);
    expect(deadAt).toBeUndefined();
    // A smaller window is a question of its own.
    expect(replay(material, { ...none, windowTokens: 150_000 }, assumed()).deadAt).toBeDefined();
  });

  it('proves a larger window than usual, but not than the one in the file', () => {
    expect(replay(replayMaterial(transcriptFromText(session(''))), none, assumed()).deadAt).toBeUndefined();
    expect(replay(replayMaterial(transcriptFromText(session('window 100000'))), none, assumed()).deadAt).toBeDefined();
  });
});
