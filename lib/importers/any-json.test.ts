import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Json } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { importers } from './index';
import { expectSound } from './sound-transcript.test-support';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

/** The words that importers look for, so that a record goes deep into their code before it turns out wrong. */
const WORDS = [
  ...[
    'user',
    'assistant',
    'tool',
    'system',
    'developer',
    'function',
    'message',
    'text',
    'thinking',
    'image',
    'document',
  ],
  ...['tool_use', 'tool_result', 'compaction', 'input_text', 'output_text', 'input_image', 'image_url', 'refusal'],
  ...['reasoning', 'function_call', 'function_call_output', 'mcp_call', 'image_generation_call', 'item_reference'],
  ...['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted', 'token_count', 'task_started'],
  ...['task_complete', 'turn_aborted', 'thread_rolled_back', 'response', 'list', 'chat.completion', 'POST', 'c1', 'c2'],
  ...['https://api.anthropic.com/v1/messages', 'claude-sonnet-4', 'This session is being continued from a previous'],
  ...[
    'data: {"type":"message_start","message":{}}\ndata: {"type":"content_block_delta","index":7}\n',
    '{"a":',
    '\ud800',
  ],
];

const KEYS = [
  ...['type', 'role', 'content', 'text', 'id', 'call_id', 'tool_call_id', 'tool_use_id', 'name', 'input', 'arguments'],
  ...[
    'messages',
    'system',
    'tools',
    'model',
    'usage',
    'choices',
    'message',
    'tool_calls',
    'function',
    'object',
    'data',
  ],
  ...['output', 'instructions', 'previous_response_id', 'summary', 'encrypted_content', 'payload', 'timestamp', 'info'],
  ...['last_token_usage', 'total_token_usage', 'input_tokens', 'output_tokens', 'total_tokens', 'replacement_history'],
  ...['num_turns', 'request', 'response', 'body', 'body_raw', 'url', 'method', 'status_code', 'context_management'],
  ...[
    'applied_edits',
    'source',
    'traj',
    'conversations',
    'from',
    'value',
    'record_type',
    'uuid',
    'parentUuid',
    '__proto__',
  ],
];

const { nearly } = fc.letrec<{ nearly: Json }>((tie) => ({
  nearly: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.constantFrom(...WORDS), fc.nat(300_000), fc.constant(null), fc.boolean()),
    fc.dictionary(fc.constantFrom(...KEYS), tie('nearly'), { maxKeys: 6 }) as fc.Arbitrary<Json>,
    fc.array(tie('nearly'), { maxLength: 4 }),
  ),
}));

const id = fc.constantFrom('a', 'b', 'c', '');
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('one', 'two', 'x'.repeat(500)) },
  { weight: 1, arbitrary: nearly },
);

/** A record with some of its fields, each usually right. */
function partly(fields: Record<string, fc.Arbitrary<unknown>>, ...always: string[]): fc.Arbitrary<Json> {
  const loose: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, right] of Object.entries(fields)) {
    loose[key] = fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: nearly });
  }
  return fc.record(loose, { requiredKeys: always }) as fc.Arbitrary<Json>;
}

const block = partly(
  {
    type: fc.constantFrom(
      'text',
      'tool_use',
      'tool_result',
      'thinking',
      'compaction',
      'input_text',
      'image_url',
      'image',
    ),
    ...{ id, tool_use_id: id, name: id, text, thinking: text, input: nearly, content: text, source: nearly },
  },
  'type',
);
const blocks = fc.oneof(text, fc.array(block, { maxLength: 3 }));
const count = fc.nat(200_000);
const usage = partly({ input_tokens: count, output_tokens: count, total_tokens: count, prompt_tokens: count });
const toolCall = partly({
  id,
  function: partly({ name: id, arguments: nearly }),
  custom: partly({ name: id, input: text }),
});
const message = partly(
  {
    role: fc.constantFrom('user', 'assistant', 'user', 'assistant', 'tool', 'system'),
    ...{ content: blocks, id, tool_call_id: id, tool_calls: fc.array(toolCall, { maxLength: 2 }), reasoning: text },
  },
  'role',
  'content',
);
const messages = fc.array(message, { maxLength: 4 });
const item = partly(
  {
    type: fc.constantFrom(
      ...['message', 'reasoning', 'function_call', 'function_call_output', 'mcp_call', 'compaction', 'odd_item'],
    ),
    role: fc.constantFrom('user', 'assistant', 'developer'),
    ...{ content: blocks, id, call_id: id, name: id, arguments: text, output: blocks, summary: blocks, created_by: id },
  },
  'type',
  'role',
  'call_id',
);
const items = fc.array(item, { maxLength: 4 });
const event = partly(
  {
    type: fc.constantFrom(
      ...['token_count', 'token_count', 'task_started', 'task_complete', 'turn_aborted', 'thread_rolled_back', 'error'],
    ),
    info: partly(
      { last_token_usage: usage, total_token_usage: usage, model_context_window: count },
      'last_token_usage',
    ),
    num_turns: fc.nat(3),
  },
  'type',
);
const codexRecord = fc.oneof(
  partly({ type: fc.constant('response_item'), payload: item }, 'type', 'payload'),
  partly({ type: fc.constant('event_msg'), payload: event }, 'type', 'payload'),
  partly(
    { type: fc.constant('compacted'), payload: partly({ message: text, replacement_history: items }) },
    'type',
    'payload',
  ),
);
const edits = partly({ applied_edits: fc.array(partly({ type: id, cleared_input_tokens: count }, 'type')) });
const exchange = partly(
  {
    request: partly({ body: partly({ messages, model: id }, 'messages') }, 'body'),
    response: partly(
      { body: partly({ content: fc.array(block), id, usage, context_management: edits }, 'content') },
      'body',
    ),
  },
  'request',
  'response',
);
const sessionRecord = partly(
  {
    type: fc.constantFrom('user', 'assistant', 'system'),
    ...{ uuid: id, parentUuid: id, isSidechain: fc.boolean(), sessionId: id, subtype: fc.constant('compact_boundary') },
    message: partly({ id, role: fc.constantFrom('user', 'assistant'), content: blocks, usage }, 'role', 'content'),
  },
  'type',
  'uuid',
  'message',
);
const document = fc.oneof(
  partly({ messages, usage, tools: fc.array(nearly), choices: fc.array(partly({ message }, 'message')) }, 'messages'),
  partly({ object: fc.constantFrom('response', 'list'), output: items, input: items, data: items, usage }, 'object'),
  partly({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    content: blocks,
    usage,
    context_management: edits,
  }),
  messages,
  items,
);

/** A file of one kind of record, some of them damaged. */
const files = fc.oneof(
  ...[message, item, codexRecord, exchange, sessionRecord, document].map((record) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: nearly }), { maxLength: 10 }),
  ),
);

function imported(importer: (typeof importers)[number], values: readonly Json[]): readonly Transcript[] {
  const reading = importer.start({ fileName: 'a.jsonl', warn: () => undefined });
  for (const [index, value] of values.entries()) reading.add(value, index + 1);
  return reading.finish();
}

describe.each(importers.map((importer) => [importer.format, importer] as const))('%s', (_, importer) => {
  it('accepts any JSON without an exception', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 5 }), (values) => imported(importer, values).forEach(expectSound)),
    );
  });

  it('imports slightly invalid records as a valid transcript', () => {
    fc.assert(
      fc.property(files, (values) => imported(importer, values).forEach(expectSound)),
      { numRuns: 500 },
    );
  });

  it('accepts a value nested ten thousand levels deep', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { input: deep };
    const call = { type: 'tool_use', id: 't1', name: 'ls', input: deep };
    const values: Json[] = [
      deep,
      {
        role: 'assistant',
        content: [call, { type: 'odd', deep }],
        tool_calls: [{ id: 'c', function: { arguments: deep } }],
      },
      { messages: [{ role: 'assistant', content: [call] }], tools: [{ name: 'ls', input_schema: deep }] },
      { type: 'response_item', payload: { type: 'mcp_call', id: 'c1', name: 'x', arguments: deep, error: deep } },
      { type: 'event_msg', payload: { type: 'token_count', info: { last_token_usage: {}, total_token_usage: deep } } },
      {
        request: { url: '/v1/messages', body: { messages: [{ role: 'user', content: deep }] } },
        response: { body: deep },
      },
    ];
    for (const value of values) imported(importer, [value]).forEach(expectSound);
  });
});
