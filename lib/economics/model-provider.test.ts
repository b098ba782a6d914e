import { describe, expect, it } from 'vitest';
import { costOf } from './cost';
import { compatibleModelId, isFreeModel, providerOf, sentModelId } from './model-provider';
import { modelFor } from './model-table';

const usage = { input: 1_000_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 1_000_000 };
const cost = (id: string) => costOf(usage, modelFor(id));

describe('the provider of a model', () => {
  it.each([
    ['claude-opus-5', 'anthropic', 'claude-opus-5'],
    ['anthropic/claude-opus-5', 'anthropic', 'anthropic/claude-opus-5'],
    ['openai/gpt-5', 'anthropic', 'openai/gpt-5'],
    ['chat/gpt-5', 'openai', 'gpt-5'],
    ['chat/openai/gpt-5', 'openai', 'openai/gpt-5'],
    ['free/qwen3:8b', 'openai', 'qwen3:8b'],
    ['chat/free/qwen3:8b', 'openai', 'free/qwen3:8b'],
  ])('of %s is %s, which knows it as %s', (id, provider, sent) => {
    expect([providerOf(id), sentModelId(id)]).toEqual([provider, sent]);
  });

  it('is written into the id', () => {
    expect(compatibleModelId('qwen3:8b', false)).toBe('chat/qwen3:8b');
    expect(compatibleModelId('qwen3:8b', true)).toBe('free/qwen3:8b');
    expect([isFreeModel('free/a'), isFreeModel('chat/a')]).toEqual([true, false]);
  });
});

describe('the price of a model of an OpenAI-compatible server', () => {
  it('is the list price, if the model is listed', () => {
    expect(cost('chat/gpt-5')).toBe(cost('gpt-5'));
    expect(cost('chat/gpt-5')).toBeGreaterThan(0);
    expect(cost('chat/models/gemini-2.5-flash')).toBe(cost('gemini-2.5-flash'));
  });

  it('is unknown otherwise, never zero', () => expect(cost('chat/qwen3:8b')).toBeUndefined());

  it('is zero only if the user says so', () => {
    expect(cost('free/qwen3:8b')).toBe(0);
    expect(cost('free/gpt-5')).toBe(0);
    expect(modelFor('free/gpt-5').windowTokens).toBe(modelFor('gpt-5').windowTokens);
  });
});
