import { expect, it } from 'vitest';
import { commandText } from '../agent/command-text';
import { parseLine } from '../agent/parse-line';
import { sentLines } from './sent-lines';

it('lists prompts and commands as they were typed', () => {
  const lines = sentLines([
    { type: 'prompt', timeMs: 0, text: 'fix the test' },
    { type: 'stopped', timeMs: 0 },
    { type: 'command', timeMs: 0, command: { type: 'compact', focus: 'the parser' } },
  ]);
  expect(lines).toEqual(['fix the test', '/compact the parser']);
});

it('writes a command so that it is read as the same one', () => {
  for (const typed of ['/compact', '/compact the parser', '/snip', '/summary']) {
    const line = parseLine(typed);
    expect(line.ok && line.value.type === 'command' && commandText(line.value.command)).toBe(typed);
  }
});
