import { expect, it } from 'vitest';
import { parseLine } from '../../agent/view/parse-line';
import { ok } from '../../base/result';
import { commandText } from '../../simulator/commands/command-text';
import { resolveCommand } from '../../simulator/commands/parse-command';
import type { MessageId } from '../../transcript/transcript';
import { sentLines } from './sent-lines';

it('lists prompts and commands as typed', () => {
  const lines = sentLines([
    { type: 'prompt', timeMs: 0, text: 'fix the test' },
    { type: 'stopped', timeMs: 0 },
    { type: 'command', timeMs: 0, command: { type: 'compact', focus: 'the parser' } },
    { type: 'command', timeMs: 0, command: { type: 'unfold', message: 'message-8' as MessageId } },
  ]);
  expect(lines).toEqual(['fix the test', '/compact the parser', '/unfold #8']);
});

it('writes a command so that it parses as the same one', () => {
  const lines = ['/compact', '/compact the parser', '/compact from m7', '/compact up to m7 the parser', '/unfold m7'];
  for (const typed of [...lines, '/snip', '/summary']) {
    const line = parseLine(typed);
    if (!line.ok || line.value.type !== 'command') throw new Error(typed);
    const command = resolveCommand(line.value.command, (name) => ok(name as MessageId));
    expect(command.ok && commandText(command.value)).toBe(typed);
  }
});
