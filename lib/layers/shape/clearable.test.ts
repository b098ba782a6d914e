import { expect, it } from 'vitest';
import { contextFromText, liveClearable } from './context-text.test-support';

const results = (name: string, exempt: string[] = []) => {
  const { messages } = contextFromText(`call #1 ${name} a.ts\n---\nresult #1 500 tokens`);
  return messages.map((message) => liveClearable(message, new Set(exempt))).at(-1);
};

it('[M1] includes the results of tools that can be rerun', () => {
  expect(results('read')).toEqual({ results: 1, tokens: 500 });
});

it('[M1] excludes MCP tools, other tools and exempt tools', () => {
  for (const none of [results('mcp__files__read'), results('TodoWrite'), results('read', ['read'])]) {
    expect(none).toEqual({ results: 0, tokens: 0 });
  }
});
