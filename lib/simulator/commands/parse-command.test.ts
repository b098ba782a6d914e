import { expect, it } from 'vitest';
import { fail, ok } from '../../base/result';
import type { MessageId } from '../../transcript/transcript';
import { parseCommand, resolveCommand } from './parse-command';

it.each([
  ['/compact', { type: 'compact' }],
  ['  /compact the parser\nand its tests ', { type: 'compact', focus: 'the parser\nand its tests' }],
  ['/snip', { type: 'snip' }],
  ['/summary', { type: 'note' }],
])('[F9] parses %j', (text, command) => {
  expect(parseCommand(text)).toEqual({ ok: true, value: command });
});

it.each([
  ['/compact from #57', { type: 'compact', partial: { direction: 'from', pivot: '#57' } }],
  ['/compact up to m7', { type: 'compact', partial: { direction: 'up-to', pivot: 'm7' } }],
  [
    '/compact up  to "Now the tests" keep\nall paths',
    { type: 'compact', partial: { direction: 'up-to', pivot: '"Now the tests"' }, focus: 'keep\nall paths' },
  ],
])('[F8] parses %j', (text, command) => {
  expect(parseCommand(text)).toEqual({ ok: true, value: command });
});

it.each(['/unfold #57', '/unfold "Now the tests"'])('[C1] parses %j', (text) => {
  expect(parseCommand(text)).toEqual({ ok: true, value: { type: 'unfold', message: text.slice('/unfold '.length) } });
});

it.each(['', 'compact', '/compacted', '/snip 3', '/'])('rejects %j with a message', (text) => {
  expect(parseCommand(text)).toEqual({
    ok: false,
    error: `unknown command "${text}"; expected /compact [from|up to MESSAGE] [focus], /snip, /summary and /unfold MESSAGE`,
  });
});

it.each(['/compact from', '/compact up to', '/unfold', '/unfold #3 #4'])('says which message %j needs', (text) => {
  const parsed = parseCommand(text);
  expect(parsed.ok ? '' : parsed.error).toMatch(/a number such as #57, or the start of its text/);
});

it('replaces message names with the messages found, and fails without a match', () => {
  const typed = parseCommand('/compact from #2 the parser');
  if (!typed.ok) throw new Error(typed.error);
  expect(resolveCommand(typed.value, (name) => ok(`found ${name}` as MessageId))).toEqual({
    ok: true,
    value: { type: 'compact', focus: 'the parser', partial: { direction: 'from', pivot: 'found #2' } },
  });
  expect(resolveCommand(typed.value, () => fail('there is none'))).toEqual({ ok: false, error: 'there is none' });
});
