import { describe, expect, it } from 'vitest';
import type { Model } from './model';
import { modelFor, modelTable } from './model-table';

describe('the model table', () => {
  it('names every model once, with source and date', () => {
    const ids = modelTable.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { source, asOf } of modelTable) {
      expect(source).not.toBe('');
      expect(asOf).toMatch(/^20\d\d-\d\d$/);
    }
  });

  it('[E2] has prices that rise from cache read to input to cache write', () => {
    const all = modelTable.flatMap(({ prices, longPrompts }) => [prices, longPrompts?.prices]);
    for (const prices of all.filter((one) => one !== undefined)) {
      expect(prices.cacheRead).toBeLessThan(prices.input);
      expect(prices.cacheWrite5m).toBeGreaterThanOrEqual(prices.input);
      expect(prices.cacheWrite1h).toBeGreaterThanOrEqual(prices.cacheWrite5m);
      expect(prices.output).toBeGreaterThan(prices.input);
    }
  });

  it("[E2] prices cache reads at the model's share of the input price", () => {
    const read = (id: string) => modelFor(id).prices?.cacheRead;
    expect(read('claude-opus-4-5')).toBe(0.5);
    expect(read('claude-opus-5-5')).toBe(0.2);
    expect(read('claude-fable-5-1')).toBe(0.25);
    expect(read('claude-3-haiku')).toBe(0.03);
  });

  it('[W2] knows the output limits of the recorded models', () => {
    expect(modelFor('claude-opus-4-5-20251101')).toMatchObject({ windowTokens: 200_000, maxOutputTokens: 64_000 });
    expect(modelFor('claude-haiku-4-5-20251001')).toMatchObject({ id: 'claude-haiku-4-5', maxOutputTokens: 64_000 });
    expect(modelFor('claude-sonnet-4-20250514')).toMatchObject({ id: 'claude-sonnet-4' });
  });
});

describe('modelFor', () => {
  it.each([
    ['claude-opus-4-6', 'claude-opus-4-6'],
    ['anthropic/claude-opus-4.6', 'claude-opus-4-6'],
    ['openrouter/anthropic/claude-3.5-sonnet', 'claude-3-5-sonnet'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-opus-4-0', 'claude-opus-4'],
    ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet'],
    ['claude-sonnet-4-5:thinking', 'claude-sonnet-4-5'],
    ['openai/gpt-4.1-2025-04-14', 'gpt-4.1'],
    ['gpt-5', 'gpt-5'],
    ['models/gemini-2.5-pro-preview-05-06', 'gemini-2.5-pro'],
    ['gemini-3.1-pro-preview', 'gemini-3.1-pro'],
    ['GPT-4o-2024-08-06', 'gpt-4o'],
  ])('finds %s', (asked, found) => {
    expect(modelFor(asked).id).toBe(found);
  });

  it('prefers the row of a snapshot to the row of its model', () => {
    expect(modelFor('openai/gpt-4o-2024-05-13')).toMatchObject({ id: 'gpt-4o-2024-05-13' });
    expect(modelFor('gpt-4o-2024-05-13').prices).toBeUndefined();
  });

  it('[W1] uses the large window for an id that ends in [1m]', () => {
    expect(modelFor('claude-sonnet-4-5').windowTokens).toBe(200_000);
    expect(modelFor('claude-sonnet-4-5[1m]')).toMatchObject({ id: 'claude-sonnet-4-5', windowTokens: 1_000_000 });
    expect(modelFor('somebody/their-model[1m]').windowTokens).toBe(1_000_000);
  });

  it('[W1] assumes 200,000 and 32,000 for an unknown model, without prices', () => {
    const unknown = modelFor('somebody/their-model');
    expect(unknown).toMatchObject({
      id: 'somebody/their-model',
      vendor: 'unknown',
      windowTokens: 200_000,
      maxOutputTokens: 32_000,
      isUncertain: true,
    });
    expect(unknown.prices).toBeUndefined();
    expect(modelFor('').windowTokens).toBe(200_000);
  });

  it("looks in the user's own table if there is one", () => {
    const own: Model = { ...modelFor('gpt-5'), id: 'their-model', windowTokens: 64_000 };
    expect(modelFor('their-model', [own, ...modelTable]).windowTokens).toBe(64_000);
    expect(modelFor('their-model').vendor).toBe('unknown');
  });
});
