import { expect, it } from 'vitest';
import { parseCommand } from './parse-command';

it.each([
  ['/compact', { type: 'compact' }],
  ['  /compact the parser\nand its tests ', { type: 'compact', focus: 'the parser\nand its tests' }],
  ['/snip', { type: 'snip' }],
  ['/summary', { type: 'note' }],
])('[F9] understands %j', (text, command) => {
  expect(parseCommand(text)).toEqual({ ok: true, value: command });
});

it.each(['', 'compact', '/compacted', '/snip 3', '/'])('refuses %j in words', (text) => {
  expect(parseCommand(text)).toEqual({
    ok: false,
    error: `"${text}" is none of /compact [focus], /snip and /summary`,
  });
});
