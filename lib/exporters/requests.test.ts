import { describe, expect, it } from 'vitest';
import type { Base64, Message, MessageId, Part, ToolCallId } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { toAnthropicRequest } from './anthropic-request';
import { toOpenAIRequest } from './openai-request';
import { sentTool } from './request-frame';

const FRAME = { model: 'm', maxTokens: 10, system: [], tools: [] };
const messagesOf = (...lines: string[]) => transcriptFromText(lines.join('\n')).messages;
const anthropic = (messages: readonly Message[]) => toAnthropicRequest(messages, FRAME).messages;
const openai = (messages: readonly Message[]) => toOpenAIRequest(messages, FRAME).messages;

function message(role: Message['role'], ...parts: Part[]): Message {
  return { id: 'x' as MessageId, role, kind: 'injected', parts, line: 1 };
}

const text = (value: string): Part => ({ kind: 'text', text: value });
const call = (id: string): Part => ({ kind: 'tool-call', id: id as ToolCallId, name: 'f', input: {} });
const result = (id: string, ...parts: Extract<Part, { kind: 'text' | 'image' }>[]): Part => ({
  kind: 'tool-result',
  callId: id as ToolCallId,
  parts,
  isError: false,
});
const image: Extract<Part, { kind: 'image' }> = { kind: 'image', mediaType: 'image/png', data: 'AAAA' as Base64 };

describe('turns', () => {
  it('merges neighbours and puts results first', () => {
    const sent = anthropic([
      message('user', text('a')),
      message('assistant', text('b')),
      message('assistant', call('c1')),
      message('user', text('reminder')),
      message('tool', result('c1', { kind: 'text', text: 'x' })),
    ]);
    expect(sent).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'b' },
          { type: 'tool_use', id: 'c1', name: 'f', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'x' },
          { type: 'text', text: 'reminder' },
        ],
      },
    ]);
  });

  it('puts system messages where each provider accepts them', () => {
    const messages = [message('system', text('s')), message('user', text('a')), message('system', text('t'))];
    expect(toAnthropicRequest(messages, FRAME)).toMatchObject({
      system: [{ type: 'text', text: 's' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 't' },
          ],
        },
      ],
    });
    expect(openai(messages)).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'system', content: 't' },
    ]);
  });

  it('gives a result inside a reply a turn of its own', () => {
    const own = message('assistant', call('c1'), result('c1', { kind: 'text', text: 'x' }), text('b'), call('c2'));
    const messages = [message('user', text('a')), own, message('tool', result('c2', { kind: 'text', text: 'y' }))];
    expect(openai(messages)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
      { role: 'assistant', content: 'b', tool_calls: [{ id: 'c2' }] },
      { role: 'tool', tool_call_id: 'c2' },
    ]);
  });

  it('omits a reply that is only thinking', () => {
    expect(anthropic(messagesOf('user "a"', 'thinking 5 tokens', 'user "b"'))).toHaveLength(1);
  });
});

it('omits blank text beside other parts for Anthropic, which rejects it', () => {
  const messages = [message('user', text(' ')), message('assistant', text('\n\n'), call('c1'))];
  expect(anthropic(messages)).toMatchObject([{ content: [{ text: ' ' }] }, { content: [{ type: 'tool_use' }] }]);
  expect(openai(messages)).toMatchObject([{ content: ' ' }, { content: '\n\n' }]);
});

describe('ids', () => {
  it('are changed to what the provider accepts: the same for call and result, no two alike', () => {
    const long = 'toolu_'.repeat(12);
    const messages = [
      message('user', text('a')),
      message('assistant', call('a|b'), call('a.b'), call(long), call('')),
      message('tool', result('a|b'), result('a.b'), result(long), result('')),
    ];
    for (const [sent, longest] of [
      [JSON.stringify(anthropic(messages)), 64],
      [JSON.stringify(openai(messages)), 40],
    ] as const) {
      const calls = [...sent.matchAll(/"id":"([^"]*)"/g)].map(([, id = '']) => id);
      const results = [...sent.matchAll(/"tool_(?:use|call)_id":"([^"]*)"/g)].map(([, id]) => id);
      expect(results).toEqual(calls);
      expect(new Set(calls).size).toBe(4);
      for (const id of calls) expect(id).toMatch(new RegExp(`^[a-zA-Z0-9_-]{1,${longest}}$`));
    }
  });
});

describe('media', () => {
  const shown = [message('user', text('a')), message('assistant', call('c1')), message('tool', result('c1', image))];

  it('stays in the result for Anthropic, and follows the results for OpenAI', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
    expect(anthropic(shown)).toMatchObject([{}, {}, { content: [{ content: [{ type: 'image', source }] }] }]);
    expect(openai(shown)).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: '[image, image/png, see the message after the results]' },
      {
        role: 'user',
        content: [{ type: 'text' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
      },
    ]);
  });

  it('is replaced with its name if it cannot be sent', () => {
    const missing = message('user', { kind: 'image', mediaType: 'image/png', width: 4, height: 3 });
    const note = '[image, image/png, 4 × 3, not in the transcript]';
    expect(anthropic([missing])).toEqual([{ role: 'user', content: [{ type: 'text', text: note }] }]);
    expect(openai([missing])).toEqual([{ role: 'user', content: note }]);
  });
});

describe('arguments', () => {
  const free = (input: string): Part => ({ kind: 'tool-call', id: 'c1' as ToolCallId, name: 'f', input });

  it('as free text are wrapped in an object for Anthropic, and sent unchanged to OpenAI', () => {
    const messages = [message('user', text('a')), message('assistant', free('{"broken'))];
    expect(anthropic(messages)).toMatchObject([{}, { content: [{ input: { input: '{"broken' } }] }]);
    expect(openai(messages)).toMatchObject([
      {},
      { content: null, tool_calls: [{ function: { arguments: '{"broken' } }] },
    ]);
  });
});

describe('tools', () => {
  it.each([
    ['{"description":"d","input_schema":{"type":"object","a":1}}', 'd', { type: 'object', a: 1 }],
    ['{"description":"d","parameters":{"type":"object","b":1}}', 'd', { type: 'object', b: 1 }],
    ['{"type":"object","properties":{}}', undefined, { type: 'object', properties: {} }],
    ['Reads a file', 'Reads a file', { type: 'object' }],
  ])('%s', (schemaText, description, schema) =>
    expect(sentTool({ name: 'f', schemaText })).toEqual({ name: 'f', description, schema }),
  );
});
