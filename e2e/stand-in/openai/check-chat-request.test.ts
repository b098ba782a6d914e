import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/base/json';
import { findChatModel } from './chat-models';
import { chatProblems } from './check-chat-request';

const PROMPT = { role: 'user', content: 'Hello' };
const CALL = { id: 'a', type: 'function', function: { name: 'Read', arguments: '{}' } };
const TOOL = { type: 'function', function: { name: 'Read', parameters: { type: 'object' } } };
const reply = (...calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id?: string) => ({
  role: 'tool',
  content: 'one line',
  ...(id === undefined ? {} : { tool_call_id: id }),
});

function problem(body: object, id = 'gpt-5.4-mini'): string | undefined {
  const model = findChatModel(id);
  if (model === undefined) throw new Error(`The stand-in does not know ${id}.`);
  const request = JSON.parse(JSON.stringify({ model: id, messages: [PROMPT], ...body })) as JsonObject;
  const [first] = chatProblems(request, model);
  return first?.message;
}

describe('the stand-in accepts', () => {
  it.each([
    [{}],
    [{ max_completion_tokens: 100, stream: true, stream_options: { include_usage: true } }],
    [
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'developer', content: [{ type: 'text', text: 'a' }] },
          PROMPT,
        ],
      },
    ],
    [{ messages: [PROMPT, reply(CALL), result('a'), { role: 'assistant', content: 'Done.' }] }],
    [{ messages: [PROMPT, reply(CALL, { ...CALL, id: 'b' }), result('b'), result('a')] }],
    [
      {
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
        ],
      },
    ],
    [{ tools: [TOOL], tool_choice: 'auto', parallel_tool_calls: true }],
    [{ tools: [TOOL], tool_choice: { type: 'function', function: { name: 'Read' } } }],
    [{ response_format: { type: 'json_object' } }],
  ])('%j', (body) => expect(problem(body)).toBeUndefined());
});

describe('the stand-in rejects', () => {
  it.each([
    ['no messages', { messages: [] }, /empty array/],
    ['an unknown role', { messages: [{ role: 'robot', content: 'a' }] }, /Invalid value: 'robot'/],
    ['a role of another API', { messages: [PROMPT, { role: 'model', content: 'a' }] }, /Invalid value/],
    ['an unknown field', { messages: [{ ...PROMPT, cache_control: {} }] }, /Unrecognized/],
    ['an unknown parameter', { system: 'a' }, /Unrecognized request argument supplied: system/],
    ['a result without a call', { messages: [PROMPT, result('a')] }, /must be a response to a preceeding message/],
    ['a result without an id', { messages: [PROMPT, reply(CALL), result()] }, /tool_call_id/],
    ['a result of another call', { messages: [PROMPT, reply(CALL), result('b')] }, /must be a response/],
    ['a second result', { messages: [PROMPT, reply(CALL), result('a'), result('a')] }, /must be a response/],
    ['a call without a result', { messages: [PROMPT, reply(CALL), PROMPT] }, /did not have response messages: a/],
    ['a call at the end', { messages: [PROMPT, reply(CALL)] }, /did not have response messages: a/],
    ['a late result', { messages: [PROMPT, reply(CALL), PROMPT, result('a')] }, /did not have response messages/],
    ['an empty list of calls', { messages: [PROMPT, reply()] }, /tool_calls': empty array/],
    ['an id that is too long', { messages: [PROMPT, reply({ ...CALL, id: 'a'.repeat(41) })] }, /1 to 40 characters/],
    ['a call without an id', { messages: [PROMPT, reply({ ...CALL, id: undefined })] }, /1 to 40 characters/],
    ['two calls with one id', { messages: [PROMPT, reply(CALL, CALL)] }, /Duplicate/],
    ['a call without a type', { messages: [PROMPT, reply({ ...CALL, type: undefined })] }, /type'/],
    [
      'arguments that are no JSON',
      { messages: [PROMPT, reply({ ...CALL, function: { name: 'Read', arguments: '{' } })] },
      /expected JSON/,
    ],
    [
      'arguments that are an object',
      { messages: [PROMPT, reply({ ...CALL, function: { name: 'Read', arguments: {} } })] },
      /expected JSON/,
    ],
    ['a reply of nothing', { messages: [PROMPT, { role: 'assistant', content: null }] }, /got null/],
    ['a list of no parts', { messages: [{ role: 'user', content: [] }] }, /non-empty array/],
    ['a part of another API', { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }, /may not contain/],
    [
      'an image of the system',
      { messages: [{ role: 'system', content: [{ type: 'image_url', image_url: { url: 'https://a' } }] }] },
      /may not contain 'image_url'/,
    ],
    [
      'an image in a result',
      { messages: [PROMPT, reply(CALL), { ...result('a'), content: [{ type: 'image_url' }] }] },
      /may not contain/,
    ],
    [
      'an image that is none',
      {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:text/html;base64,AA' } }] }],
      },
      /Only image types/,
    ],
    ['the older limit, for a model that reasons', { max_tokens: 10 }, /Use 'max_completion_tokens' instead/],
    ['both limits', { max_tokens: 10, max_completion_tokens: 10 }, /at the same time/],
    ['a limit of zero', { max_completion_tokens: 0 }, /below minimum/],
    ['a limit that is too large', { max_completion_tokens: 200_000 }, /supports at most 128000/],
    ['usage without a stream', { stream_options: { include_usage: true } }, /only allowed when 'stream'/],
    ['an empty list of tools', { tools: [] }, /empty array/],
    ['a tool of another API', { tools: [{ name: 'Read', input_schema: {} }] }, /Supported values are: 'function'/],
    ['a tool with a long name', { tools: [{ ...TOOL, function: { name: 'a'.repeat(65) } }] }, /pattern/],
    ['two tools of one name', { tools: [TOOL, TOOL] }, /Duplicate/],
    [
      'a long description',
      { tools: [{ ...TOOL, function: { name: 'Read', description: 'a'.repeat(1_025) } }] },
      /string too long/,
    ],
    [
      'a schema that is no object',
      { tools: [{ ...TOOL, function: { name: 'Read', parameters: {} } }] },
      /type: "object"/,
    ],
    ['a choice without tools', { tool_choice: 'none' }, /only allowed when 'tools'/],
    ['a choice of another tool', { tools: [TOOL], tool_choice: { type: 'tool', name: 'Read' } }, /not found/],
    [
      'a strict schema that is open',
      {
        response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema: { type: 'object' } } },
      },
      /additionalProperties/,
    ],
    [
      'a strict schema with an optional property',
      {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'a',
            strict: true,
            schema: {
              type: 'object',
              properties: { b: { type: 'string' } },
              required: [],
              additionalProperties: false,
            },
          },
        },
      },
      /Missing 'b'/,
    ],
    [
      'a signature at a server that knows none',
      { messages: [PROMPT, reply({ ...CALL, extra_content: { google: { thought_signature: 'a' } } }), result('a')] },
      /extra_content/,
    ],
  ])('%s', (_, body, message) => expect(problem(body)).toMatch(message));

  it('the newer limit, at a server that only knows the older', () => {
    expect(problem({ max_completion_tokens: 10 }, 'stand-in-plain:7b')).toMatch(/Unrecognized/);
    expect(problem({ max_tokens: 10 }, 'stand-in-plain:7b')).toBeUndefined();
  });

  it('at Gemini, an unsigned call within a turn', () => {
    const signed = { ...CALL, extra_content: { google: { thought_signature: 'a' } } };
    const gemini = 'models/gemini-3.8-flash';
    expect(problem({ messages: [PROMPT, reply(CALL), result('a')] }, gemini)).toMatch(/missing a thought_signature/);
    expect(problem({ messages: [PROMPT, reply(signed), result('a')] }, gemini)).toBeUndefined();
    expect(problem({ messages: [PROMPT, reply(CALL), result('a'), PROMPT] }, gemini)).toBeUndefined();
  });
});
