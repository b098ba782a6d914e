import { expect, it } from 'vitest';
import { midSizeModel } from './side-model';

it.each([
  ['claude-opus-5-5', 'claude-sonnet-5'],
  ['claude-sonnet-5', 'claude-sonnet-5'],
  // A smaller model is asked itself: nobody wants to pay more for a side call than for the call.
  ['claude-haiku-4-5', 'claude-haiku-4-5'],
  ['gpt-5.5', 'gpt-5.4-mini'],
  ['gpt-5-nano', 'gpt-5-nano'],
  ['chat/gpt-5.5', 'chat/gpt-5.5'],
  ['free/qwen3:8b', 'free/qwen3:8b'],
  ['nobody-knows-1', 'nobody-knows-1'],
])('[R2] for %s, %s chooses memories', (own, side) => {
  expect(midSizeModel(own)).toBe(side);
});
