import { describe, expect, it } from 'vitest';
import { findChatModel } from '../../../e2e/stand-in/openai/chat-models';
import { chatProblems } from '../../../e2e/stand-in/openai/check-chat-request';
import type { JsonObject } from '../../base/json';
import { signedCall } from './call-signature';
import { chatRequest, objectsIn } from './chat-request';

const text = (value: string) => ({ type: 'text', text: value });
const call = (id: string, name = 'Read', input: object = { path: 'a.txt' }) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown = 'one line') => ({ type: 'tool_result', tool_use_id: id, content });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

function sent(body: object, model = 'chat/gpt-5.4-mini'): JsonObject {
  const request = chatRequest(JSON.parse(JSON.stringify({ model, max_tokens: 500, ...body })) as JsonObject);
  const known = findChatModel(String(request.model));
  if (known === undefined) throw new Error(`The stand-in does not know ${request.model}.`);
  expect([...chatProblems(request, known)]).toEqual([]);
  return request;
}

const messages = (...content: readonly object[]) => objectsIn(sent({ messages: content }).messages);

describe('a request as Chat Completions', () => {
  it('has the system prompt first, and the limit under the name that the model knows', () => {
    const body = { system: [text('Be brief.')], messages: [{ role: 'user', content: 'Hello' }] };
    expect(sent(body)).toEqual({
      model: 'gpt-5.4-mini',
      max_completion_tokens: 500,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(sent(body, 'free/stand-in-silent:8b')).toMatchObject({ model: 'stand-in-silent:8b', max_tokens: 500 });
  });

  it('has calls in the reply, and their results in order right after it', () => {
    expect(
      messages(
        { role: 'user', content: [text('Look')] },
        {
          role: 'assistant',
          content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, text('I will.'), call('a'), call('b')],
        },
        { role: 'user', content: [result('a'), result('b', [text('two'), image]), text('And now?')] },
      ),
    ).toEqual([
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: 'I will.',
        tool_calls: ['a', 'b'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'Read', arguments: '{"path":"a.txt"}' },
        })),
      },
      { role: 'tool', tool_call_id: 'a', content: 'one line' },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: [text('two'), text('[image, image/png, see the message after the results]')],
      },
      {
        role: 'user',
        content: [
          text('From the result of b:'),
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('has ids and names of tools as short as required, and arguments that are always JSON', () => {
    const [, reply, answer] = messages(
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: [call(`toolu_${'x'.repeat(60)}`, `mcp__${'y'.repeat(100)}`, { input: '{not json' })],
      },
      { role: 'user', content: [result(`toolu_${'x'.repeat(60)}`)] },
    );
    const [called] = objectsIn(reply?.tool_calls);
    expect(answer?.tool_call_id).toBe(called?.id);
    expect(called).toMatchObject({ function: { name: `mcp__${'y'.repeat(59)}`, arguments: '{"input":"{not json"}' } });
  });

  it('has the tools that may be called, with descriptions as short as required', () => {
    const tools = [
      {
        name: 'Read',
        description: 'd'.repeat(2_000),
        input_schema: { type: 'object' },
        cache_control: { type: 'ephemeral' },
      },
    ];
    const prompt = [{ role: 'user', content: 'Hello' }];
    expect(sent({ tools, messages: prompt })).toMatchObject({
      tools: [
        {
          type: 'function',
          function: { name: 'Read', description: 'd'.repeat(1_024), parameters: { type: 'object' } },
        },
      ],
    });
    const none = sent({ tools, tool_choice: { type: 'none' }, messages: prompt });
    expect([none.tools, none.tool_choice]).toEqual([undefined, undefined]);
  });

  it('asks for the input of a tool that must be called as the format of the answer', () => {
    const schema = {
      type: 'object',
      properties: { q1: { type: 'string' } },
      required: ['q1'],
      additionalProperties: false,
    };
    const tools = [{ name: 'give_answers', description: 'Submits the answers.', input_schema: schema, strict: true }];
    const request = sent({
      tools,
      tool_choice: { type: 'tool', name: 'give_answers' },
      messages: [{ role: 'user', content: [text('The questions')] }],
    });
    expect(request.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'give_answers', strict: true, schema },
    });
    expect(request.tools).toBeUndefined();
    expect(JSON.stringify(request.messages)).toContain(
      'Answer with one JSON object and nothing else. Submits the answers.',
    );
  });

  it('gives Gemini back what it added to a call, and no other server', () => {
    const extra = { google: { thought_signature: 'abc' } };
    const signed = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: [call('a'), signedCall('a', extra)] },
      { role: 'user', content: [result('a')] },
    ];
    const [, reply] = objectsIn(sent({ messages: signed }, 'chat/models/gemini-3.8-flash').messages);
    expect(objectsIn(reply?.tool_calls)[0]).toMatchObject({ id: 'a', extra_content: extra });
    expect(JSON.stringify(reply)).not.toContain('chat_call_signature');
  });

  it('survives a body that is nothing of the kind', () => {
    for (const body of [
      {},
      { messages: 'x', tools: 3, system: null },
      { messages: [1, { role: 'user' }], tool_choice: 'x' },
    ]) {
      expect(chatRequest(body)).toMatchObject({ stream: true });
    }
  });
});
