import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextFromText } from '../layers/shape/context-text.test-support';
import { parseAnswer } from './parse-answer';

const { messages } = contextFromText(
  'user "Fix it"\nassistant "I read"\ncall #1 Read a.ts\n---\nresult #1 500 tokens\nimage 10x10',
);
const parse = (value: unknown) => parseAnswer(value, { call: 7, messages });
const itemsOf = (...given: readonly unknown[]) => {
  const answer = parse({ messages: given });
  return answer.type === 'messages' ? answer.items : answer;
};

describe('[Z2] an answer', () => {
  it('keeps the context, or names its messages', () => {
    expect(parse({ keep: true })).toEqual({ type: 'keep' });
    expect(parse({ call: 7, keep: true })).toEqual({ type: 'keep' });
    expect(itemsOf({ id: 'm0' }, { id: 'm1' })).toEqual([
      { type: 'same', id: 'm0' },
      { type: 'same', id: 'm1' },
    ]);
  });

  it('may repeat a message as it was given: that is the same message', () => {
    const given = JSON.parse(
      JSON.stringify(messages.map(({ message: { id, role, kind, parts } }) => ({ id, role, kind, parts }))),
    );
    expect(itemsOf(...given)).toEqual(messages.map(({ message: { id } }) => ({ type: 'same', id })));
  });

  it('shortens the parts that differ, and leaves the others as they are', () => {
    const short = { kind: 'tool-result', callId: '#1', parts: [{ kind: 'text', text: 'gone' }] };
    expect(itemsOf({ id: 'm2', parts: [short] })).toEqual([
      { type: 'changed', id: 'm2', parts: [{ ...short, isError: false }] },
    ]);
    const [text] = messages[1]?.message.parts ?? [];
    const call = { kind: 'tool-call', id: '#1', name: 'Read', input: {} };
    expect(itemsOf({ id: 'm1', parts: [text, call] })).toEqual([
      { type: 'changed', id: 'm1', parts: [undefined, call] },
    ]);
  });

  it('has new messages, which are summaries unless they say otherwise', () => {
    expect(itemsOf({ role: 'user', text: 'Summary' }, { role: 'user', kind: 'injected', text: 'Note' })).toEqual([
      { type: 'new', role: 'user', kind: 'summary', parts: [{ kind: 'text', text: 'Summary' }] },
      { type: 'new', role: 'user', kind: 'injected', parts: [{ kind: 'text', text: 'Note' }] },
    ]);
  });

  it.each([
    [{}, 'it has neither "keep": true nor "messages"'],
    [{ keep: false }, 'it has neither "keep": true nor "messages"'],
    [[], 'it must be an object'],
    ['keep', 'it must be an object'],
    [null, 'it must be an object'],
    [{ call: 8, keep: true }, 'it is for call 8, but call 7 is asked about'],
    [{ messages: {} }, '"messages" must be a list'],
    [{ messages: [{ text: 'x' }] }, 'message 1 has neither an id nor a role'],
    [{ messages: [{ role: 'user' }] }, 'message 1 has neither text nor parts'],
    [{ messages: [{ role: 'system', text: 'x' }] }, 'message 1 has the role system, which only the recording sets'],
    [{ messages: [{ id: 'm0', parts: [{ kind: 'image' }] }] }, /^message 1 has a part that cannot be read: /],
    [{ messages: [], usage: { input: -1 } }, 'in "usage": "input" must be a number from 0'],
  ])('that is %j is not used', (value, what) => {
    const answer = parse(value);
    expect(answer).toMatchObject({ type: 'failed', kind: 'invalid' });
    if (answer.type === 'failed')
      expect(answer.what).toMatch(what instanceof RegExp ? what : new RegExp(`^${escaped(what)}$`));
  });

  it('may be anything', () => {
    const like = fc.record(
      {
        call: fc.constantFrom(7, 8, '7'),
        keep: fc.oneof(fc.boolean(), fc.anything()),
        messages: fc.array(
          fc.oneof(
            fc.anything(),
            fc.record(
              {
                id: fc.constantFrom('m0', 'm1', 'm2', '__proto__', 3),
                role: fc.constantFrom('user', 'tool', 'constructor'),
                kind: fc.string(),
                text: fc.oneof(fc.string(), fc.anything()),
                parts: fc.array(
                  fc.oneof(fc.constantFrom(...messages.flatMap(({ message }) => message.parts)), fc.anything()),
                ),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
        usage: fc.anything(),
        note: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(like, fc.anything()), (value) => {
        expect(['keep', 'messages', 'failed']).toContain(parse(value).type);
      }),
      { numRuns: 500 },
    );
  });

  it('may not be nested deeply, or go round in a circle', () => {
    const circle: Record<string, unknown> = { messages: [] };
    circle.itself = circle;
    expect(parse(circle)).toMatchObject({ type: 'failed' });
    expect(parse(JSON.parse(`{"messages":${'['.repeat(900)}${']'.repeat(900)}}`))).toMatchObject({ type: 'failed' });
  });
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
