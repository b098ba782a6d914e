import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { counters } from './counters';

const transcript = transcriptFromText(`
  user 100 tokens
  assistant 40 tokens
  usage 20000 output 500
  user 300 tokens
  assistant 70 tokens
  usage 21100`);

describe('counters', () => {
  it('[T9] uses the counter that a policy names', () => {
    const [message] = transcript.messages;
    if (message === undefined) throw new Error('no message');
    expect(counters.rough.for?.(transcript).messageTokens(message)).toBe(100);
    expect(counters.chars4.for?.(transcript).messageTokens(message)).toBeGreaterThan(100);
    expect(counters.calibrated.for?.(transcript).messageTokens(message)).toBeGreaterThan(100);
    expect(counters.exact.for).toBeUndefined();
  });

  it('[T9] counts parts so that they add up to the message, if the counter counts parts', () => {
    for (const id of ['rough', 'anchored'] as const) {
      const counter = counters[id].for?.(transcript);
      for (const message of transcript.messages) {
        const parts = message.parts.reduce((sum, part) => sum + (counter?.partTokens(part) ?? 0), 0);
        expect(counter?.messageTokens(message)).toBeCloseTo(parts);
      }
    }
  });

  it('[T5] uses measured sizes for recorded messages, and the fit for new ones', () => {
    const anchored = counters.anchored.for?.(transcript);
    const measured = transcript.messages.slice(1, 3).map((message) => anchored?.messageTokens(message));
    expect(measured).toEqual([500, 600]);
    const [made] = transcriptFromText('summary 100 tokens').messages;
    const fitted = counters.calibrated.for?.(transcript);
    if (made === undefined) throw new Error('no message');
    expect(anchored?.messageTokens(made)).toBe(fitted?.messageTokens(made));
  });

  it('is looked up by id', () => {
    for (const [id, counter] of Object.entries(counters)) expect(counter.id).toBe(id);
  });
});
