import { expect, it } from 'vitest';
import type { Json } from '../../base/json';
import type { ToolCallId, Transcript } from '../../transcript/transcript';
import { type RecordedCall, TracedCalls } from './traced-calls';

/** `u` a prompt, `a` a reply, `r3` the result of call 3, with its content behind a colon: `u1 a1 u2`. */
function messages(text: string): Json[] {
  return text.split(' ').map((word): Json => {
    const [key = '', content] = word.split(':');
    const id = `c${key.slice(1)}`;
    if (key.startsWith('r')) return { role: 'tool', tool_call_id: id, content: content ?? 'x'.repeat(500) };
    if (key.startsWith('t'))
      return { role: 'assistant', tool_calls: [{ id, function: { name: 'f', arguments: '{}' } }] };
    return { role: key.startsWith('u') ? 'user' : 'assistant', content: key };
  });
}

function sessions(...calls: readonly (Partial<RecordedCall> & { readonly says: string })[]): readonly Transcript[] {
  const traced = new TracedCalls({ fileName: 'x', warn: () => undefined }, 'otel');
  for (const [index, { says, ...call }] of calls.entries()) {
    traced.add({
      line: index + 1,
      order: String(index),
      trace: 't',
      messages: messages(says),
      reply: [{ kind: 'text', text: `a${index + 1}` }],
      call: {},
      ...call,
    });
  }
  return traced.finish();
}

function said({ messages: all }: Transcript): string {
  return all.map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : part?.kind)).join(' ');
}

it('joins calls that repeat each other, in the order of their times', () => {
  const [session, ...others] = sessions({ says: 'u1 a2 u2', order: '9' }, { says: 'u1', order: '1' });
  expect(others).toEqual([]);
  expect(session && said(session)).toBe('u1 a2 u2 a1');
  expect(session?.calls.map(({ at }) => at)).toEqual([1, 3]);
});

it('takes a context without its oldest messages for the same conversation', () => {
  const [session] = sessions({ says: 'u1' }, { says: 'u1 a1 u2' }, { says: 'u2 a2 u3' });
  expect(session && said(session)).toBe('u1 a1 u2 a2 u3 a3');
  expect(session?.boundaries).toMatchObject([{ kind: 'full', at: 4, isGuess: true, keptMessageIds: ['m3', 'm4'] }]);
});

it('sees that results were replaced by placeholders', () => {
  const [session] = sessions({ says: 'u1 t1 r1' }, { says: 'u1 t1 r1:cleared a1 u2' });
  expect(session?.boundaries).toMatchObject([{ kind: 'micro', clearedToolCallIds: ['c1'] }]);
});

it('makes sessions of traces, and one of traces that a conversation goes through', () => {
  expect(sessions({ says: 'u1', trace: 'a' }, { says: 'u2', trace: 'b' })).toHaveLength(2);
  const [session, ...others] = sessions(
    { says: 'u1', trace: 'a' },
    { says: 'u8', trace: 'a' },
    { says: 'u1 a1 u2', trace: 'b' },
    { says: 'u9', trace: 'b' },
  );
  expect(others).toEqual([]);
  expect(session?.children.map(said)).toEqual(['u8 a2', 'u9 a4']);
});

it('tells agents apart by their tools and the first line of their prompt', () => {
  const tools = [{ name: 'f', schemaText: '{}' }];
  const system = (text: string) => [{ kind: 'text', text } as const];
  expect(sessions({ says: 'u1' }, { says: 'u1', tools })[0]?.children).toHaveLength(1);
  expect(sessions({ says: 'u1', system: system('A') }, { says: 'u1', system: system('B') })[0]?.children).toHaveLength(
    1,
  );
  const [session] = sessions(
    { says: 'u1', system: system('A\n10:00') },
    { says: 'u1 a1 u2', system: system('A\n10:05') },
  );
  expect(session?.children).toEqual([]);
});

it('counts a call within a call once', () => {
  const [session, ...others] = sessions({ says: 'u1', id: 'outer' }, { says: 'u1', id: 'inner', parent: 'outer' });
  expect(others).toEqual([]);
  expect(session?.calls).toHaveLength(1);
});

it('pairs calls and results that have no ids, in every request the same', () => {
  const nameless: Json[] = [
    { role: 'user', parts: [{ type: 'text', content: 'u1' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', name: 'f', arguments: {} }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', name: 'f', response: 'x' }] },
  ];
  const [session] = sessions(
    {
      says: '',
      messages: nameless.slice(0, 1),
      reply: [{ kind: 'tool-call', id: '' as ToolCallId, name: 'f', input: {} }],
    },
    { says: '', messages: nameless },
  );
  expect(session?.messages.map(({ parts: [part] }) => part)).toMatchObject([
    { kind: 'text' },
    { kind: 'tool-call', id: 'made-1' },
    { kind: 'tool-result', callId: 'made-1', toolName: 'f' },
    { kind: 'text' },
  ]);
  expect(session?.boundaries).toEqual([]);
});

it('keeps a reply that a later call was made with, though its request was sent again', () => {
  const call = { usage: { input: 10, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 } };
  const [session] = sessions({ says: 'u1' }, { says: 'u1 a1', reply: undefined, call }, { says: 'u1' });
  expect(session && said(session)).toBe('u1 a1 a3');
  expect(session?.calls.map(({ at }) => at)).toEqual([1, 2, 2]);
});
