import { describe, expect, it } from 'vitest';
import type { Message, MessageId, Part, Transcript } from '../../transcript/transcript';
import { searchParts } from './search-parts';

function transcriptOf(...messages: (readonly Part[])[]): Transcript {
  return {
    format: 'claude-code',
    models: [],
    system: [],
    tools: [],
    systemInFile: 'none',
    messages: messages.map(
      (parts, index): Message => ({ id: `m${index}` as MessageId, role: 'user', kind: 'prompt', line: index, parts }),
    ),
    calls: [],
    boundaries: [],
    events: [],
    children: [],
    warnings: [],
  };
}

const text = (content: string): Part => ({ kind: 'text', text: content });
const call = (input: Extract<Part, { kind: 'tool-call' }>['input']): Part => ({
  kind: 'tool-call',
  id: 'c1' as Extract<Part, { kind: 'tool-call' }>['id'],
  name: 'Edit',
  input,
});
const result = (content: string): Part => ({
  kind: 'tool-result',
  callId: 'c1' as Extract<Part, { kind: 'tool-call' }>['id'],
  parts: [{ kind: 'text', text: content }],
  isError: false,
});

const keysOf = async (transcript: Transcript, wanted: string) =>
  (await searchParts(transcript, wanted, new AbortController().signal)).keys;

describe('searching the parts of a session', () => {
  const transcript = transcriptOf(
    [text(`${'word '.repeat(500)}needle`), text('nothing')],
    [call({ new_string: 'first line\nThe Needle (a+b)', more: [{ deep: 'x' }] })],
    [result('a needle in a result')],
  );

  it('finds text far from the beginning, in arguments and in results, in any case', async () => {
    expect(await keysOf(transcript, 'NEEDLE')).toEqual(['0.0', '1.0', '2.0']);
  });

  it('treats special characters literally, and any white space as a space', async () => {
    expect(await keysOf(transcript, '(a+b)')).toEqual(['1.0']);
    expect(await keysOf(transcript, 'line the needle')).toEqual(['1.0']);
    expect(await keysOf(transcript, '.*')).toEqual([]);
    expect(await keysOf(transcript, '  ')).toEqual([]);
  });

  it('finds names and nested values of arguments', async () => {
    expect(await keysOf(transcript, 'new_string')).toEqual(['1.0']);
    expect(await keysOf(transcript, 'deep')).toEqual(['1.0']);
  });

  it('stops at a pause once it is cancelled', async () => {
    const long = transcriptOf([text('a'.repeat(5_000_000))], [text('aa')]);
    const cancel = new AbortController();
    const found = await searchParts(long, 'aa', cancel.signal, async () => cancel.abort());
    expect(found).toEqual({ keys: ['0.0'], isCut: true });
  });

  it('stops at its bound and says so', async () => {
    const many = transcriptOf(Array.from({ length: 50_001 }, () => text('a')));
    const found = await searchParts(many, 'a', new AbortController().signal);
    expect([found.keys.length, found.isCut]).toEqual([50_000, true]);
  });
});
