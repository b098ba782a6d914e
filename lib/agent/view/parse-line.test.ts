import { expect, it } from 'vitest';
import { commandList, completionsOf, parseLine } from './parse-line';

it('parses what a user types', () => {
  const read = (text: string) => {
    const line = parseLine(text);
    return line.ok ? line.value : line.error;
  };
  expect(read('  fix the tests ')).toEqual({ type: 'prompt', text: 'fix the tests' });
  expect(read('/etc/passwd is missing')).toEqual({ type: 'prompt', text: '/etc/passwd is missing' });
  expect(read('/compact')).toEqual({ type: 'command', command: { type: 'compact' } });
  expect(read('/compact the parser\nfirst')).toEqual({
    type: 'command',
    command: { type: 'compact', focus: 'the parser\nfirst' },
  });
  expect(read('/summary ')).toEqual({ type: 'command', command: { type: 'note' } });
  expect(read('/compact up to #12 the parser')).toEqual({
    type: 'command',
    command: { type: 'compact', partial: { direction: 'up-to', pivot: '#12' }, focus: 'the parser' },
  });
  expect(read('/unfold')).toMatch(/takes one message/);
  expect(read('/wait 2d 12h')).toEqual({ type: 'wait', ms: 60 * 3_600_000 });
  expect(read('/wait')).toBe('/wait takes a time, such as 1h, 1d or 90m.');
  expect(read('/remember  We deploy\non Thursdays ')).toEqual({ type: 'remember', text: 'We deploy\non Thursdays' });
  expect(read('/remember')).toMatch(/^\/remember takes what to save/);
  expect(read('/memory')).toEqual({ type: 'show', what: 'memory' });
  expect(read('/agents')).toEqual({ type: 'show', what: 'agents' });
  expect(read('/memory all')).toBe('/memory takes no arguments.');
  expect(read('/undo')).toEqual({ type: 'undo' });
  expect(read('/undo twice')).toBe('/undo takes no arguments.');
  expect(read('/compactor')).toMatch(/^Unknown command \/compactor\. Available: \/compact, /);
  expect(read('   ')).toBe('Nothing was typed.');
});

it('understands every listed command', () => {
  for (const command of commandList) {
    const typed: readonly string[] = 'examples' in command ? command.examples : [command.name];
    for (const line of typed) expect(parseLine(line), line).toMatchObject({ ok: true });
  }
});

it('says of each command which tab it opens, and opens that one', () => {
  const opening = commandList.flatMap((command) => ('opens' in command ? [[command.name, command.opens]] : []));
  for (const [name = '', opens = ''] of opening) {
    expect(parseLine(name)).toEqual({ ok: true, value: { type: 'show', what: opens.toLowerCase() } });
  }
  expect(opening.map(([name]) => name)).toEqual(['/memory', '/agents', '/team', '/hooks', '/context']);
});

it('completes only the beginning of a command', () => {
  expect(completionsOf('/c').map(({ name }) => name)).toEqual(['/compact', '/context', '/clear']);
  expect(completionsOf('/m').map(({ name }) => name)).toEqual(['/memory']);
  expect(completionsOf('/')).toHaveLength(commandList.length);
  expect(completionsOf('/compact x')).toEqual([]);
  expect(completionsOf('c')).toEqual([]);
});
