import { describe, expect, it } from 'vitest';
import { type EstimateOptions, estimate } from './estimate';

const usual: EstimateOptions = {
  prefixTokens: 100_000,
  instruction: { text: 'Summarise.' },
  model: 'claude-haiku-4-5',
  maxTokens: 10_000,
  isWarm: false,
};
const estimated = (changed: Partial<EstimateOptions>) => estimate({ ...usual, ...changed });

describe('the estimate of a request', () => {
  it('[E2] writes the prefix to the cache, or reads it if it is there', () => {
    const cold = estimated({});
    expect(cold).toMatchObject({ cacheWriteTokens: 100_000, cacheReadTokens: 0, mostOutputTokens: 10_000 });
    expect(cold.inputTokens).toBe(100_000 + cold.uncachedTokens);
    // $1 for a million tokens of input, 1.25 times as much where they are written, a tenth where they are read.
    expect(cold.inputDollars).toBeCloseTo(0.125, 4);
    expect(cold.mostDollars).toBeCloseTo(0.125 + 0.05, 4);
    const warm = estimated({ isWarm: true });
    expect(warm).toMatchObject({ cacheWriteTokens: 0, cacheReadTokens: 100_000, inputTokens: cold.inputTokens });
    expect(warm.inputDollars).toBeCloseTo(0.01, 4);
  });

  it('[V8] writes and reads nothing where nothing is marked for the cache', () => {
    const plain = estimated({ isCached: false, isWarm: true });
    expect(plain).toMatchObject({ cacheWriteTokens: 0, cacheReadTokens: 0, uncachedTokens: plain.inputTokens });
  });

  it('caches nothing below the minimum of the model', () => {
    const short = estimated({ prefixTokens: 4_095, isWarm: true });
    expect(short).toMatchObject({ cacheWriteTokens: 0, cacheReadTokens: 0, uncachedTokens: short.inputTokens });
    expect(estimated({ prefixTokens: 4_096, isWarm: true }).cacheReadTokens).toBe(4_096);
  });

  it('uses the tokenizer of the requested model', () => {
    const newer = { model: 'claude-opus-5' };
    expect(estimated({ ...newer, countedFor: 'claude-haiku-4-5' }).cacheWriteTokens).toBe(130_000);
    expect(estimated({ ...newer, countedFor: 'claude-opus-4-8' }).cacheWriteTokens).toBe(100_000);
    expect(estimated({ countedFor: 'claude-opus-5' }).cacheWriteTokens).toBe(76_923);
    const instruction = { text: 'Summarise. '.repeat(1_000) };
    const older = estimated({ instruction }).uncachedTokens;
    expect(estimated({ ...newer, instruction }).uncachedTokens / older).toBeCloseTo(1.3, 2);
  });

  it('counts the prompt and the focus', () => {
    const longer = estimated({ instruction: { text: 'Summarise. '.repeat(100) } }).uncachedTokens;
    expect(longer).toBeGreaterThan(200);
    expect(longer).toBeLessThan(500);
    const focused = estimated({ instruction: { text: 'Summarise.', focus: 'tests '.repeat(100) } }).uncachedTokens;
    expect(focused).toBeGreaterThan(100);
  });

  it('omits the price if the model is unknown', () => {
    const unknown = estimated({ model: 'somebody-else-1' });
    expect(unknown.inputTokens).toBeGreaterThan(100_000);
    expect('inputDollars' in unknown || 'mostDollars' in unknown).toBe(false);
  });

  it('[X1] reports when it will be rejected: the longest answer must fit as well', () => {
    expect(estimated({ prefixTokens: 189_000 }).isTooLong).toBe(false);
    expect(estimated({ prefixTokens: 190_000 }).isTooLong).toBe(true);
  });
});
