import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../lib/base/json';
import { findModel } from '../models';
import { signatureOf } from '../signature';
import { type RequestFrame, requestProblems } from './check-request';

const user = (...content: Json[]) => ({ role: 'user', content });
const assistant = (...content: Json[]) => ({ role: 'assistant', content });
const text = (value: string, more = {}) => ({ type: 'text', text: value, ...more });
const call = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
const result = (id: string, more = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'x', ...more });
const thinking = (value: string) => ({ type: 'thinking', thinking: value, signature: signatureOf(value) });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const ephemeral = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) } });
const tool = { name: 'read', input_schema: { type: 'object' } };

const strict = (points: JsonObject) => ({
  name: 'rate',
  strict: true,
  input_schema: { type: 'object', properties: { points }, required: ['points'], additionalProperties: false },
});

const plain = { model: 'claude-opus-5', max_tokens: 100, messages: [user(text('a'))] };
const round = [user(text('a')), assistant(call('c1')), user(result('c1'))];

function problemOf(body: JsonObject, frame: Partial<RequestFrame>) {
  const model = findModel(String(body.model));
  if (model === undefined) throw new Error('The stand-in does not know this model.');
  const [first] = requestProblems(body, { model, version: '2026-10-21', betas: [], isCount: false, ...frame });
  return first;
}

const problem = (change: JsonObject, frame: Partial<RequestFrame> = {}) => problemOf({ ...plain, ...change }, frame);

const messages = (...all: Json[]) => problem({ messages: all });

describe('accepts', () => {
  it.each<[string, JsonObject]>([
    ['a question', {}],
    ['text instead of blocks', { messages: [{ role: 'user', content: 'a' }], system: 'b' }],
    ['a call and its result', { messages: round }],
    [
      'adjacent messages of one role, merged',
      { messages: [...round.slice(0, 2), user(result('c1')), user(text('b'))] },
    ],
    [
      'two calls, answered in any order',
      { messages: [user(text('a')), assistant(call('c1'), call('c2')), user(result('c2'), result('c1'), text('b'))] },
    ],
    ['an empty result', { messages: [...round.slice(0, 2), user({ type: 'tool_result', tool_use_id: 'c1' })] }],
    ['an image in a result', { messages: [...round.slice(0, 2), user(result('c1', { content: [image] }))] }],
    [
      'thinking with its own signature',
      { messages: [user(text('a')), assistant(thinking('b'), text('c')), user(text('d'))] },
    ],
    [
      'a prefill for models that accept one',
      { model: 'claude-haiku-4-5', messages: [user(text('a')), assistant(text('b'))] },
    ],
    ['a strict tool', { tools: [strict({ type: 'integer', enum: [0, 1] })] }],
    ['tools and a choice', { tools: [tool], tool_choice: { type: 'tool', name: 'read' } }],
    [
      'four breakpoints, long ones first',
      {
        system: [text('a', ephemeral('1h')), text('b', ephemeral('1h'))],
        messages: [user(text('a', ephemeral()), text('b', ephemeral('5m')))],
      },
    ],
    [
      'a budget for thinking',
      { model: 'claude-haiku-4-5', max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 1_024 } },
    ],
  ])('%s', (_, change) => expect(problem(change)).toBeUndefined());
});

describe('checks the messages:', () => {
  it.each<[string, Json[], string]>([
    ['none', [], 'at least one message is required'],
    ['a first message that is not from the user', [assistant(text('a'))], 'first message must use the "user" role'],
    ['an unknown role', [{ role: 'tool', content: 'a' }], "messages.0.role: Input should be 'user' or 'assistant'"],
    ['no content', [user()], 'messages.0: all messages must have non-empty content'],
    [
      'an empty text as content',
      [{ role: 'user', content: '' }],
      'messages.0: all messages must have non-empty content',
    ],
    ['an empty text', [user(text(''))], 'text content blocks must be non-empty'],
    ['a blank text', [user(text(' \n'))], 'must contain non-whitespace text'],
    ['an unknown field', [{ ...user(text('a')), id: 'x' }], 'messages.0.id: Extra inputs are not permitted'],
    ['an unknown field of a block', [user(text('a', { line: 1 }))], 'messages.0.content.0.text.line: Extra inputs'],
    ['an unknown block', [user({ type: 'video' })], "Input tag 'video'"],
    ['a block named like a property of every object', [user({ type: 'constructor' })], "Input tag 'constructor'"],
    ['a call of the user', [user(call('c1'))], '`tool_use` blocks are not allowed in `user`'],
    ['a result of the assistant', [user(text('a')), assistant(result('c1'))], 'not allowed in `assistant`'],
    ['thinking of the user', [user(thinking('a'))], 'not allowed in `user`'],
    ['a document of the assistant', [user(text('a')), assistant({ type: 'document', source: {} })], 'not allowed'],
    ['an image of the assistant', [user(text('a')), assistant(image)], 'not allowed in `assistant`'],
  ])('%s', (_, all, what) => expect(messages(...all)).toContain(what));
});

describe('checks calls and results:', () => {
  it.each<[string, Json[], string]>([
    ['no result', [...round.slice(0, 2), user(text('b'))], 'without `tool_result` blocks immediately after: c1'],
    ['no message after the call', round.slice(0, 2), 'without `tool_result` blocks immediately after: c1'],
    ['a result after text', [...round.slice(0, 2), user(text('b'), result('c1'))], 'immediately after: c1'],
    [
      'a result one turn late',
      [...round.slice(0, 2), user(text('b')), assistant(text('c')), user(result('c1'))],
      'immediately after',
    ],
    ['a result without a call', [user(result('c9'))], 'unexpected `tool_use_id` found in `tool_result` blocks: c9'],
    ['two results of one call', [...round.slice(0, 2), user(result('c1'), result('c1'))], 'a single result'],
    ['two calls of one id', [...round, ...round.slice(1)], 'ids must be unique'],
    ['an invalid call id', [user(text('a')), assistant(call('a b'))], 'tool_use.id: String should match'],
    [
      'arguments that are not an object',
      [user(text('a')), assistant({ ...call('c1'), input: 'x' })],
      'valid dictionary',
    ],
    [
      'an image in a result that is an error',
      [...round.slice(0, 2), user(result('c1', { content: [image], is_error: true }))],
      'all content must be type "text"',
    ],
    [
      'an empty text in a result',
      [...round.slice(0, 2), user(result('c1', { content: [text('')] }))],
      'must be non-empty',
    ],
  ])('%s', (_, all, what) => expect(messages(...all)).toContain(what));
});

describe('the last message', () => {
  const end = (model: string, ...content: Json[]) =>
    problem({ model, messages: [user(text('a')), assistant(...content)] });

  it('must not be from the assistant for newer models', () => {
    expect(end('claude-opus-5', text('b'))).toContain('does not support assistant message prefill');
  });
  it('must not end in a blank or in thinking', () => {
    expect(end('claude-haiku-4-5', text('b '))).toContain('trailing whitespace');
    expect(end('claude-haiku-4-5', thinking('b'))).toContain('cannot be `thinking`');
  });
});

describe('checks thinking:', () => {
  const enabled = (change: JsonObject) =>
    problem({
      model: 'claude-haiku-4-5',
      max_tokens: 4_000,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      ...change,
    });

  it.each<[string, JsonObject, string]>([
    ['too small a budget', { thinking: { type: 'enabled', budget_tokens: 1_023 } }, 'greater than or equal to 1024'],
    ['no budget', { thinking: { type: 'enabled' } }, 'budget_tokens: Field required'],
    ['a budget that leaves no room', { max_tokens: 2_000 }, '`max_tokens` must be greater'],
    ['a model without thinking budgets', { model: 'claude-opus-5' }, '"thinking.type.enabled" is not supported'],
    ['a model that always thinks', { model: 'claude-fable-5-1', thinking: { type: 'disabled' } }, 'is not supported'],
    ['a forced tool', { tools: [tool], tool_choice: { type: 'any' } }, 'Thinking may not be enabled'],
    ['a reply during tool use without its thinking', { messages: round }, 'must start with a thinking block'],
  ])('%s', (_, change, what) => expect(enabled(change)).toContain(what));

  it.each<[string, JsonObject, string]>([
    ['an effort that the model does not know', { effort: 'low' }, 'does not support the effort parameter'],
    ['an effort that there is not', { effort: 'least' }, "output_config.effort: Input should be 'low' or"],
    ['another name', { efort: 'low' }, 'output_config.efort: Extra inputs are not permitted'],
  ])('%s', (_, output_config, what) => expect(enabled({ output_config })).toContain(what));

  it('rejects a signature that is wrong or belongs to another text', () => {
    const forged = { ...thinking('a'), thinking: 'b' };
    expect(messages(user(text('a')), assistant(forged, text('c')), user(text('d')))).toContain('Invalid `signature`');
    const unsigned = { type: 'thinking', thinking: 'a' };
    expect(messages(user(text('a')), assistant(unsigned, text('c')), user(text('d')))).toContain(
      'signature: Field required',
    );
  });
});

describe('checks cache breakpoints:', () => {
  it.each<[string, JsonObject, string]>([
    [
      'five',
      { messages: [user(...['a', 'b', 'c', 'd', 'e'].map((value) => text(value, ephemeral())))] },
      'maximum of 4 blocks',
    ],
    [
      'four, plus one for the request',
      { ...ephemeral(), messages: [user(...['a', 'b', 'c', 'd'].map((value) => text(value, ephemeral())))] },
      'Found 5',
    ],
    ['on an empty text', { messages: [user(text('', ephemeral()))] }, 'cannot be set for empty text blocks'],
    [
      'on thinking',
      { messages: [user(text('a')), assistant({ ...thinking('b'), ...ephemeral() }), user(text('c'))] },
      'thinking.cache_control: Extra inputs',
    ],
    ['of an unknown lifetime', { system: [text('a', ephemeral('1d'))] }, "Input should be '5m' or '1h'"],
    [
      'a long one after a short one',
      { system: [text('a', ephemeral())], messages: [user(text('b', ephemeral('1h')))] },
      'must not come after',
    ],
    [
      'inside a result',
      { messages: [...round.slice(0, 2), user(result('c1', { content: [text('a', ephemeral('1d'))] }))] },
      "Input should be '5m'",
    ],
  ])('%s', (_, change, what) => expect(problem(change)).toContain(what));
});

describe('checks tools:', () => {
  it.each<[string, JsonObject, string]>([
    ['without a schema', { tools: [{ name: 'read' }] }, 'tools.0.custom.input_schema: Field required'],
    [
      'with a schema that is not an object',
      { tools: [{ ...tool, input_schema: {} }] },
      "type: Input should be 'object'",
    ],
    ['with an invalid name', { tools: [{ ...tool, name: 'a b' }] }, 'String should match pattern'],
    ['with the same name', { tools: [tool, tool] }, 'Tool names must be unique'],
    ['a choice without tools', { tool_choice: { type: 'none' } }, 'only be specified while providing tools'],
    ['a choice of a missing tool', { tools: [tool], tool_choice: { type: 'tool', name: 'x' } }, 'not found'],
    ['an unknown choice', { tools: [tool], tool_choice: 'auto' }, 'tool_choice: Input tag'],
    [
      'strict and open',
      { tools: [{ ...tool, strict: true }] },
      "'additionalProperties' must be explicitly set to false",
    ],
    [
      'strict with a minimum',
      { tools: [strict({ type: 'integer', minimum: 0 })] },
      "property 'minimum' is not supported",
    ],
    [
      'strict with a nested maximum length',
      { tools: [strict({ type: 'array', items: { type: 'string', maxLength: 4 } })] },
      "property 'maxLength' is not supported",
    ],
  ])('%s', (_, change, what) => expect(problem(change)).toContain(what));
});

describe('checks the other fields:', () => {
  it.each<[string, JsonObject, string]>([
    ['an unknown field', { prompt: 'x' }, 'prompt: Extra inputs are not permitted'],
    ['a sampling parameter, which the latest version dropped', { temperature: 1 }, 'temperature: Extra inputs'],
    ['more tokens than the model writes', { max_tokens: 128_001 }, '128001 > 128000'],
    ['no tokens', { max_tokens: 0 }, 'greater than or equal to 1'],
    ['tokens as text', { max_tokens: '100' }, 'valid integer'],
    ['a blank stop', { stop_sequences: [' '] }, 'each stop sequence must contain non-whitespace'],
    ['an empty system text', { system: [text('')] }, 'must be non-empty'],
    ['context management without its beta', { context_management: { edits: [] } }, 'context_management: Extra inputs'],
    ['compaction without its beta', { compaction: { type: 'summarize' } }, 'compaction: Extra inputs'],
  ])('%s', (_, change, what) => expect(problem(change)).toContain(what));

  it('accepts sampling parameters in the older version', () => {
    expect(problem({ temperature: 1 }, { version: '2023-06-01' })).toBeUndefined();
  });

  it('accepts each context edit only with its own beta', () => {
    const clear = { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } };
    expect(problem(clear, { betas: ['context-management-2025-06-27'] })).toBeUndefined();
    expect(problem(clear, { betas: ['compact-2026-01-12'] })).toContain("Input tag 'clear_tool_uses_20250919'");
    const both = { ...clear, compaction: { type: 'summarize' } };
    expect(problem({ compaction: { type: 'summarize' } }, { betas: ['compact-2026-09-04'] })).toBeUndefined();
    expect(problem(both, { betas: ['context-management-2025-06-27', 'compact-2026-09-04'] })).toContain(
      'cannot be combined',
    );
  });

  it('counts tokens without a token limit, and rejects one', () => {
    expect(problem({}, { isCount: true })).toContain('max_tokens: Extra inputs');
    const { max_tokens: _, ...counted } = plain;
    expect(problemOf(counted, { isCount: true })).toBeUndefined();
    expect(problemOf(counted, {})).toContain('max_tokens: Field required');
  });
});
