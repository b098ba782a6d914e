import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { importers } from './index';

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
  ...['human', 'ai', 'AIMessage', 'llm', 'chain', 'GENERATION', 'chat', 'tool_call', 'tool_call_response', 'tool-call'],
  ...['tool-result', 'tool-ls', 'dynamic-tool', 'step-start', 'output-available', 'ai.generateText.doGenerate'],
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
  ...[
    'lc',
    'kwargs',
    'run_type',
    'inputs',
    'outputs',
    'child_runs',
    'generations',
    'usage_metadata',
    'additional_kwargs',
  ],
  ...[
    'attributes',
    'events',
    'spanContext',
    'resourceSpans',
    'scopeSpans',
    'spans',
    'key',
    'stringValue',
    'arrayValue',
  ],
  ...['observations', 'trace', 'usageDetails', 'metadata', 'parts', 'toolInvocations', 'state', 'toolCallId', 'values'],
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

const anyPart = partly(
  {
    type: fc.constantFrom(
      ...['text', 'reasoning', 'tool-call', 'tool-result', 'tool_call', 'tool_call_response', 'blob', 'file', 'image'],
      ...['step-start', 'tool-ls', 'dynamic-tool', 'tool-invocation', 'source-url'],
    ),
    ...{ text, content: text, id, name: id, toolCallId: id, toolName: id, input: nearly, output: nearly, args: nearly },
    ...{ state: fc.constantFrom('output-available', 'output-error', 'result'), toolInvocation: nearly, data: text },
  },
  'type',
);
const anyParts = fc.array(anyPart, { maxLength: 3 });
const frameworkMessage = fc.oneof(
  partly(
    { type: fc.constantFrom('human', 'ai', 'tool', 'system'), content: blocks, id, tool_calls: fc.array(nearly) },
    'type',
    'content',
  ),
  partly(
    {
      lc: fc.constant(1),
      id: fc.constant(['AIMessage']),
      kwargs: partly({ content: blocks, usage_metadata: usage }, 'content'),
    },
    'kwargs',
  ),
  partly({ role: fc.constantFrom('user', 'assistant', 'tool'), parts: anyParts, id }, 'role', 'parts'),
  partly(
    { role: fc.constantFrom('user', 'assistant', 'tool'), content: anyParts, toolInvocations: fc.array(nearly) },
    'role',
  ),
  message,
);
const frameworkMessages = fc.array(frameworkMessage, { maxLength: 4 });
const asText = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    value,
    value.map((each) => JSON.stringify(each)),
  );
const run = partly(
  {
    run_type: fc.constantFrom('llm', 'llm', 'chain'),
    ...{ id, trace_id: id, parent_run_id: id, start_time: count, dotted_order: id, error: text },
    inputs: asText(partly({ messages: frameworkMessages }, 'messages')),
    outputs: partly({ generations: fc.array(fc.array(partly({ message: frameworkMessage }))), choices: nearly }),
  },
  'run_type',
  'inputs',
);
const span = partly(
  {
    ...{ spanId: id, traceId: id, parentSpanId: id, startTime: fc.oneof(count, fc.array(count)), name: id },
    attributes: partly(
      {
        'gen_ai.operation.name': fc.constantFrom('chat', 'chat', 'execute_tool'),
        'gen_ai.input.messages': asText(frameworkMessages),
        'gen_ai.output.messages': asText(frameworkMessages),
        'gen_ai.usage.input_tokens': count,
        'gen_ai.prompt.0.role': id,
        'gen_ai.prompt.0.content': text,
        'gen_ai.prompt.x.__proto__': text,
        'ai.prompt.messages': asText(frameworkMessages),
      },
      'gen_ai.operation.name',
    ),
    events: fc.array(partly({ name: fc.constantFrom('gen_ai.user.message', 'gen_ai.choice'), attributes: nearly })),
  },
  'spanId',
  'attributes',
);
const observation = partly(
  {
    ...{ type: fc.constantFrom('GENERATION', 'GENERATION', 'SPAN'), id, traceId: id, startTime: text },
    ...{ input: asText(frameworkMessages), output: asText(frameworkMessage), usageDetails: usage, metadata: nearly },
  },
  'type',
  'input',
);
const shown = partly(
  {
    type: fc.constantFrom('say', 'ask'),
    say: fc.constantFrom(
      'api_req_started',
      'api_req_started',
      'text',
      'reasoning',
      'condense_context',
      'user_feedback',
    ),
    ts: count,
    text: asText(partly({ request: text, tokensIn: count, tokensOut: count, cacheReads: count })),
    conversationHistoryDeletedRange: fc.array(count, { maxLength: 2 }),
    contextCondense: partly({ prevContextTokens: count, newContextTokens: count, summary: text }),
  },
  'type',
  'say',
);
const sentByCline = partly(
  {
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(
      blocks,
      fc.constantFrom('<ls>\n<path>a</path>\n</ls>', '[ls for a] Result:\nx', '[ls] Result:', '<ls><path>', '</ls>'),
    ),
    ...{ ts: count, condenseId: id, condenseParent: id, truncationParent: id, truncationId: id },
    ...{ isSummary: fc.boolean(), isTruncationMarker: fc.boolean() },
  },
  'role',
  'content',
);
const traced = fc.oneof(
  run,
  span,
  observation,
  frameworkMessages,
  partly({ messages: frameworkMessages, values: nearly }, 'messages'),
  partly({ trace: nearly, observations: fc.array(observation) }, 'observations'),
  partly({
    resourceSpans: fc.array(partly({ scopeSpans: fc.array(partly({ spans: fc.array(span) }, 'spans')) }, 'scopeSpans')),
  }),
);

/** A file of one kind of record, some of them damaged. */
const files = fc.oneof(
  ...[message, item, codexRecord, exchange, sessionRecord, document, traced, frameworkMessage, shown, sentByCline].map(
    (record) =>
      fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: nearly }), { maxLength: 10 }),
  ),
);

function imported(importer: (typeof importers)[number], values: readonly Json[]): readonly Transcript[] {
  const reading = importer.start({ fileName: 'a.jsonl', warn: () => undefined });
  for (const [index, value] of values.entries()) reading.add(value, index + 1);
  return reading.finish();
}

function expectSound(transcript: Transcript): void {
  const { messages, calls, boundaries, children } = transcript;
  const ids = new Set<string>(messages.map(({ id }) => id));
  expect(ids.size, 'message ids are unique').toBe(messages.length);
  expect(new Set(calls.map(({ id }) => id)).size, 'call ids are unique').toBe(calls.length);
  calls.forEach(({ at }, index) => {
    expect(at, 'calls stand in order').toBeGreaterThanOrEqual(calls[index - 1]?.at ?? 0);
    expect(at).toBeLessThanOrEqual(messages.length);
  });
  messages.forEach(({ callId }, index) => {
    if (callId === undefined) return;
    expect(calls.find(({ id }) => id === callId)?.at, 'a reply stands where its call does').toBe(index);
  });
  boundaries.forEach((boundary, index) => {
    expect(boundary.at, 'boundaries stand in order').toBeGreaterThanOrEqual(boundaries[index - 1]?.at ?? 0);
    const { summaryMessageId, keptMessageIds = [], droppedMessageIds = [] } = boundary;
    const named = [
      ...keptMessageIds,
      ...droppedMessageIds,
      ...(summaryMessageId === undefined ? [] : [summaryMessageId]),
    ];
    for (const id of named) expect(ids, 'a boundary names messages of the transcript').toContain(id);
  });
  JSON.stringify(transcript);
  children.forEach(expectSound);
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
      { run_type: 'llm', inputs: deep, outputs: deep },
      { spanId: 's', attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': [deep] } },
      { spanId: 's', attributes: [{ key: 'gen_ai.prompt', value: { arrayValue: { values: [deep] } } }] },
      { type: 'GENERATION', input: deep, output: deep, metadata: { attributes: deep } },
      {
        messages: [
          { role: 'assistant', parts: [{ type: 'tool-x', toolCallId: 'c', state: 'output-available', output: deep }] },
        ],
      },
    ];
    for (const value of values) imported(importer, [value]).forEach(expectSound);
  });
});
