import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { canonicalSize, type SizedContext } from './canonical-size';

/** All messages of a transcript as one context. */
function context(text: string, changes: Partial<SizedContext> = {}): SizedContext {
  const { messages, calls } = transcriptFromText(text);
  const sized = messages.map((message) => {
    const usage = calls.find((call) => call.id === message.callId)?.usage;
    return { message, ...(usage === undefined ? {} : { usage }) };
  });
  return { systemTokens: 3_000, messages: sized, validFrom: 0, freedTokens: 0, ...changes };
}

const measured = `
  user 100 tokens
  assistant 40 tokens
  usage 20000 read 15000 output 500
  user 30 tokens
  assistant 70 tokens
  usage 21000 read 20000 written 600 output 50
  result #1 200 tokens
  user 9 tokens`;

describe('canonicalSize', () => {
  it('[T2] is the usage of the newest response and rough for what was added since', () => {
    expect(canonicalSize(context(measured))).toBe(21_000 + 50 + 209);
  });

  it('[T2] is rough for everything, system and tools included, where there is no usage', () => {
    expect(canonicalSize(context('user 100 tokens\nassistant 40 tokens'))).toBe(3_140);
  });

  it('[T2] goes by the newest response that is still in the context', () => {
    const whole = context(measured);
    expect(canonicalSize({ ...whole, messages: whole.messages.slice(0, 3) })).toBe(20_500 + 30);
  });

  it('[T3] takes off what was freed without a call, and nothing else', () => {
    expect(canonicalSize(context(measured, { freedTokens: 4_000 }))).toBe(21_259 - 4_000);
    expect(canonicalSize(context('user 1 tokens', { systemTokens: 0, freedTokens: 50 }))).toBe(0);
  });

  it('[T4] does not use what was recorded for replies kept through a compaction', () => {
    expect(canonicalSize(context(measured, { validFrom: 4 }))).toBe(3_000 + 100 + 40 + 30 + 70 + 209);
    expect(canonicalSize(context(measured, { validFrom: 3 }))).toBe(21_259);
  });
});
