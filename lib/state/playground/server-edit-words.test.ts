import { expect, it } from 'vitest';
import { serverEditWords } from './server-edit-words';

it('[M5] says what the provider cleared, and how much', () => {
  const uses = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 24, cleared_input_tokens: 5_300 };
  expect(serverEditWords([uses])).toBe('24 tool uses, 5,300 tokens');
  const thinking = { type: 'clear_thinking_20251015', cleared_thinking_turns: 1, cleared_input_tokens: 12 };
  expect(serverEditWords([thinking, uses])).toBe('1 turn of thinking, 12 tokens; 24 tool uses, 5,300 tokens');
});

it('describes unknown edits', () => {
  for (const edits of [null, {}, 'all', [{ type: 'clear_sounds_20300101' }], [{ cleared_tool_uses: 'many' }]]) {
    expect(serverEditWords(edits)).toBe('some of the request');
  }
});
