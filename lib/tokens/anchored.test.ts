import { describe, expect, it } from 'vitest';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { anchor } from './anchored';
import { builtInCalibration } from './calibrated';
import { PLACEHOLDER_TOKENS } from './parts-in-context';

/** The weight of every part of every message at a call, and all of them together with what is not in the file. */
function weighed(transcript: Transcript, call: number) {
  const { parts, weight, scale, systemWeight, notInFile } = anchor(transcript, builtInCalibration);
  const at = transcript.calls[call]?.at ?? 0;
  const { messages, clearedToolCallIds } = recordedContextAt(transcript, at);
  const system = systemWeight * (scale[0]?.[call] ?? 0);
  const byMessage = new Map<string, number>();
  let total = (notInFile[call] ?? 0) + system;
  for (const index of messages) {
    const message = transcript.messages[index];
    let sum = 0;
    message?.parts.forEach((part, place) => {
      const row = (parts.start[index] ?? 0) + place;
      const isCleared = part.kind === 'tool-result' && clearedToolCallIds.has(part.callId);
      sum += isCleared ? PLACEHOLDER_TOKENS : (weight[row] ?? 0) * (scale[parts.group[row] ?? 0]?.[call] ?? 0);
    });
    byMessage.set(message?.id ?? '', sum);
    total += sum;
  }
  const round = (value: number | undefined) => Math.round(value ?? Number.NaN);
  return {
    of: (id: string) => round(byMessage.get(id)),
    total: round(total),
    notInFile: round(notInFile[call]),
    system,
  };
}

function session(text: string, overrides: Partial<Transcript> = {}): Transcript {
  return transcriptFromText(text, overrides);
}

describe('anchor', () => {
  const growing = session(`
    user 100 tokens
    assistant 40 tokens
    usage 20000 output 500
    user 300 tokens
    injected 100 tokens
    assistant 70 tokens
    usage 20900 output 50 partial
    result #1 500 tokens
    assistant "a"
    usage 22040 output 9`);

  it('[T5] equals the recorded usage at every call', () => {
    expect([0, 1, 2].map((call) => weighed(growing, call).total)).toEqual([20_000, 20_900, 22_040]);
  });

  it('[T5] treats what the first response shows beyond its messages as not in the file', () => {
    const first = weighed(growing, 0);
    expect(first.of('m0')).toBe(Math.round(400 * 0.29 + 5));
    expect(first.notInFile).toBe(20_000 - first.of('m0'));
  });

  it('[T5] distributes the growth in proportion to the rough counts, after the recorded output of the reply', () => {
    const second = weighed(growing, 1);
    expect([second.of('m1'), second.of('m2'), second.of('m3')]).toEqual([500, 300, 100]);
  });

  it('[T5] distributes all of it in proportion if the recorded output is only a stub', () => {
    const third = weighed(growing, 2);
    expect([third.of('m4'), third.of('m5')]).toEqual([140, 1_000]);
  });

  it('[T5] finds nothing missing if the system prompt is in the file', () => {
    const text = 'system 10000 tokens\ntool read 2000 tokens\nuser 4000 tokens\nassistant "a"\nusage 21000';
    const first = weighed(session(text), 0);
    expect([first.notInFile, first.total]).toEqual([0, 21_000]);
    expect(first.system / first.of('m0')).toBeCloseTo(3.1, 0);
    const partly = weighed(session(text, { systemInFile: 'some' }), 0);
    expect(partly.system + partly.of('m0') + partly.notInFile).toBeCloseTo(21_000, 0);
    expect(partly.notInFile).toBeGreaterThan(0);
  });

  it('[T5] scales down messages that are counted as more than was recorded', () => {
    const first = weighed(session('user 4000 tokens\ninjected 4000 tokens\nassistant "a"\nusage 5000'), 0);
    expect([first.of('m0'), first.of('m1'), first.notInFile]).toEqual([2_500, 2_500, 0]);
  });

  it('[T5] starts a new stretch after a compaction and keeps the measured size of kept messages', () => {
    const compacted = session(`
      user 100 tokens
      assistant 40 tokens
      usage 20000 output 500
      user 300 tokens
      assistant 70 tokens
      usage 22000 output 50
      boundary full auto 22050 keep m2
      summary 400 tokens
      assistant "b"
      usage 18000`);
    const [before, after] = [weighed(compacted, 1), weighed(compacted, 2)];
    expect(before.of('m2')).toBe(1_250);
    expect(after.of('m2')).toBe(1_250);
    expect(after.of('m4')).toBe(Math.round(1_600 * 0.29 + 5));
    expect(after.notInFile).toBe(18_000 - after.of('m2') - after.of('m4'));
  });

  it('[T5] subtracts a loss without a boundary from thinking and tool results', () => {
    const cleared = session(`
      user 100 tokens
      thinking 1000 tokens
      call #1 read 200 tokens
      usage 20000 output 2000
      result #1 8000 tokens
      assistant 70 tokens
      usage 30000 output 100
      user 10 tokens
      assistant "b"
      usage 25117 output 5`);
    const [before, after] = [weighed(cleared, 1), weighed(cleared, 2)];
    expect([before.of('m0'), before.of('m2'), before.notInFile]).toEqual([121, 8_000, 19_879]);
    expect([after.of('m0'), after.notInFile]).toEqual([121, 19_879]);
    expect(after.of('m2')).toBeLessThan(5_000);
    expect(after.total).toBe(25_117);
  });

  it('[T5] subtracts a loss that these cannot explain from everything in proportion', () => {
    const lost = session('user 100 tokens\nassistant "a"\nusage 20000\nuser 10 tokens\nassistant "b"\nusage 10000');
    const after = weighed(lost, 1);
    expect(after.total).toBe(10_000);
    expect(after.notInFile).toBeLessThan(10_000);
    expect(after.of('m0')).toBeLessThan(100);
  });

  it('[T5] equals the recorded usage even if additions are larger', () => {
    const lost = session('user 100 tokens\nassistant "a"\nusage 20000\nuser 900 tokens\nassistant "b"\nusage 300');
    expect(weighed(lost, 1).total).toBe(300);
  });

  it('[T3] weighs cleared results as placeholders from the boundary on', () => {
    const micro = session(`
      user 100 tokens
      call #1 read 100 tokens
      usage 20000 output 200
      result #1 5000 tokens
      assistant 70 tokens
      usage 26200 output 100
      boundary micro #1
      user 10 tokens
      assistant "b"
      usage 20300`);
    expect(weighed(micro, 1).of('m2')).toBe(6_000);
    const after = weighed(micro, 2);
    expect(after.of('m2')).toBe(PLACEHOLDER_TOKENS);
    expect(after.total).toBe(20_300);
  });

  it('[T6] weighs additions at calls without usage by the next usage, or by the fit if none follows', () => {
    const sparse = session(`
      user 100 tokens
      assistant 100 tokens
      usage 20000 output 100 partial
      user 300 tokens
      assistant 100 tokens
      user 500 tokens
      assistant 200 tokens
      usage 21500 output 10
      user 400 tokens
      assistant "b"
      user 1 tokens`);
    const between = weighed(sparse, 1);
    expect([between.of('m1'), between.of('m2'), between.total]).toEqual([150, 450, 20_600]);
    expect(weighed(sparse, 2).total).toBe(21_500);
    expect(weighed(sparse, 3).of('m6')).toBe(Math.round(1_600 * 0.29 + 5));
  });

  it('[T6] assumes the same system prompt before the first usage', () => {
    const late = session('user 10 tokens\nassistant 50 tokens\nuser 10 tokens\nassistant "b"\nusage 20000');
    expect(weighed(late, 0).notInFile).toBe(weighed(late, 1).notInFile);
  });

  it('assigns the rest of the recorded output to thinking that is not in the file', () => {
    const hidden = session(`
      user 100 tokens
      thinking hidden
      assistant 100 tokens
      usage 20000 output 3000
      user 100 tokens
      assistant "b"
      usage 23100`);
    const { weight } = anchor(hidden, builtInCalibration);
    const [, thinking, text] = Array.from(weight, Math.round);
    expect((thinking ?? 0) + (text ?? 0)).toBe(3_000);
    expect(text).toBe(Math.round(400 * 0.29));
  });

  it('treats growth that no message explains as not in the file', () => {
    const hooked = session('user 100 tokens\nassistant "a"\nusage 20000\nuser 10 tokens\nassistant "b"\nusage 30000');
    expect(weighed(hooked, 1).notInFile - weighed(hooked, 0).notInFile).toBeGreaterThan(9_000);
  });

  it('ignores a call that carried something else', () => {
    const aside = session(`
      user 100 tokens
      assistant "a"
      usage 20000
      user 30 tokens
      assistant "b"
      usage 500
      user 30 tokens
      assistant "c"
      usage 20200`);
    expect(weighed(aside, 2).notInFile).toBe(weighed(aside, 0).notInFile);
    expect(weighed(aside, 2).of('m0')).toBe(weighed(aside, 0).of('m0'));
  });

  it('recounts the same content when the model changes', () => {
    const text = 'user 4000 tokens\nassistant "a"\nusage 20000\nuser 10 tokens\nassistant "b"\nusage 26017';
    const { calls, ...rest } = session(text);
    const switched = { ...rest, calls: calls.map((call, index) => ({ ...call, model: `model-${index}` })) };
    const [before, after] = [weighed(switched, 0), weighed(switched, 1)];
    expect(after.of('m0') / before.of('m0')).toBeCloseTo(1.3, 2);
    expect(after.notInFile / before.notInFile).toBeCloseTo(1.3, 2);
    expect(after.total).toBe(26_017);
  });
});
