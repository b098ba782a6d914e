import { describe, expect, it } from 'vitest';
import type { Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { builtInCalibration, type Calibration, calibrate } from './calibrated';
import { growths } from './growths';

/** A session in which every byte of a result costs so much, every reply 60 tokens and every result 10 beside that. */
function session(calls: number, tokensPerByte: number, disturb: (call: number) => number = () => 0): Transcript {
  const lines: string[] = ['user 100 tokens'];
  let used = 20_000;
  for (let call = 0; call < calls; call++) {
    const size = 200 + ((call * 7_919) % 3_000);
    lines.push(`call #${call} read a.ts`, `usage ${used} output 60`, `result #${call} ${size} tokens`);
    used += 60 + 10 + Math.round(size * 4 * tokensPerByte) + disturb(call);
  }
  return transcriptFromText(lines.join('\n'));
}

function tokensOfResult(calibration: Calibration, rough: number): number {
  const [message] = transcriptFromText(`result #1 ${rough} tokens`).messages;
  return message === undefined ? 0 : calibration.messageTokens(message);
}

const off = (counted: number, real: number) => Math.abs(counted - real) / real;

describe('calibrate', () => {
  it('[T6] finds the tokens per byte from the recorded growth', () => {
    for (const tokensPerByte of [0.2, 0.35, 0.6]) {
      const calibration = calibrate(session(60, tokensPerByte));
      expect(off(tokensOfResult(calibration, 2_000), 2_000 * 4 * tokensPerByte)).toBeLessThan(0.03);
    }
  });

  it('[T6] is not misled by some calls that grew for other reasons', () => {
    const disturbed = session(100, 0.4, (call) => (call % 9 === 0 ? 12_000 : 0));
    expect(off(tokensOfResult(calibrate(disturbed), 2_000), 3_200)).toBeLessThan(0.05);
  });

  it('[T6] uses the built-in fit if nothing is recorded', () => {
    const unmeasured = transcriptFromText('user 50 tokens\nassistant 60 tokens\nuser 70 tokens\nassistant 20 tokens');
    expect(tokensOfResult(calibrate(unmeasured), 500)).toBe(tokensOfResult(builtInCalibration, 500));
  });

  it('[T6] stays near the built-in fit for few stretches and departs from it for many', () => {
    const counted = (calls: number) => tokensOfResult(calibrate(session(calls, 0.8)), 2_000);
    const builtIn = tokensOfResult(builtInCalibration, 2_000);
    expect(counted(2)).toBeGreaterThan(builtIn);
    expect(counted(2)).toBeLessThan(counted(80));
    expect(off(counted(80), 6_400)).toBeLessThan(0.03);
  });

  it('[T6] never gives a part negative tokens, whatever was recorded', () => {
    const calibration = calibrate(session(50, 0.01));
    for (const line of ['user "hello"', 'image 640x480', 'call #1 read a.ts', 'thinking 30 tokens']) {
      const [message] = transcriptFromText(line).messages;
      expect(message === undefined ? -1 : calibration.messageTokens(message)).toBeGreaterThanOrEqual(0);
    }
  });

  it('[T6] counts a wide character as more than its bytes, and an image by its size', () => {
    const tokens = (line: string) => {
      const [message] = transcriptFromText(line).messages;
      return message === undefined ? 0 : builtInCalibration.messageTokens(message);
    };
    expect(tokens(`user "${'漢'.repeat(100)}"`)).toBeGreaterThan(tokens(`user "${'abc'.repeat(100)}"`));
    expect(tokens('image 1000x750') - tokens('image 100x75')).toBeCloseTo(990);
    expect(tokens('image 9000x9000')).toBeLessThan(2_000);
  });

  it('is repeatable', () => {
    expect(calibrate(session(30, 0.3))).toEqual(calibrate(session(30, 0.3)));
  });
});

describe('growths', () => {
  const text = `
    user 100 tokens
    assistant 20 tokens
    usage 20000 output 30
    user 50 tokens
    assistant 20 tokens
    usage 20100 output 30 partial
    result #1 90 tokens
    assistant 10 tokens
    usage 20300 output 30`;

  it('has the growth, the additions, and the output if it was recorded completely', () => {
    expect(growths(transcriptFromText(text))).toEqual([
      { tokens: 100, from: 1, to: 3, reply: { output: 30, reasoning: 0 } },
      { tokens: 200, from: 3, to: 5 },
    ]);
  });

  it('[T4] skips boundaries, losses and changes of model', () => {
    const after = (lines: string) => growths(transcriptFromText(`${text}\n${lines}\nuser 10 tokens\nassistant "a"`));
    expect(after('boundary full auto\nsummary 30 tokens').length).toBe(2);
    const lost = transcriptFromText(`${text}\nuser 10 tokens\nassistant "a"\nusage 19000`);
    expect(growths(lost).length).toBe(2);
    const grown = transcriptFromText(`${text}\nuser 10 tokens\nassistant "a"\nusage 21000`);
    expect(growths(grown).length).toBe(3);
    const bounded = transcriptFromText(`${text}\nboundary micro #1\nuser 10 tokens\nassistant "a"\nusage 21000`);
    expect(growths(bounded).length).toBe(2);
    const switched = { ...grown, calls: grown.calls.map((call, index) => ({ ...call, model: index < 3 ? 'a' : 'b' })) };
    expect(growths(switched).length).toBe(2);
  });
});

it("[T6] starts with the model's tokenizer if no usage is recorded", () => {
  const transcript = transcriptFromText('user 1000 tokens\nassistant 100 tokens');
  const [message] = transcript.messages;
  const tokensWith = (factor: number) =>
    message === undefined ? 0 : calibrate(transcript, factor).messageTokens(message);
  expect(tokensWith(1.3)).toBeCloseTo(1.3 * tokensWith(1), 6);
});
