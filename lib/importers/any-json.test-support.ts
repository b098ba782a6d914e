import fc from 'fast-check';
import type { Json } from '../base/json';

export const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

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

export const { nearly } = fc.letrec<{ nearly: Json }>((tie) => ({
  nearly: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.constantFrom(...WORDS), fc.nat(300_000), fc.constant(null), fc.boolean()),
    fc.dictionary(fc.constantFrom(...KEYS), tie('nearly'), { maxKeys: 6 }) as fc.Arbitrary<Json>,
    fc.array(tie('nearly'), { maxLength: 4 }),
  ),
}));

export const id = fc.constantFrom('a', 'b', 'c', '');
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('one', 'two', 'x'.repeat(500)) },
  { weight: 1, arbitrary: nearly },
);

/** A record with some of its fields, each usually right. */
export function partly(fields: Record<string, fc.Arbitrary<unknown>>, ...always: string[]): fc.Arbitrary<Json> {
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
export const blocks = fc.oneof(text, fc.array(block, { maxLength: 3 }));
export const count = fc.nat(200_000);
export const usage = partly({ input_tokens: count, output_tokens: count, total_tokens: count, prompt_tokens: count });
const toolCall = partly({
  id,
  function: partly({ name: id, arguments: nearly }),
  custom: partly({ name: id, input: text }),
});
export const message = partly(
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

const stamp = fc.constantFrom(...[1, 2, 3, 30].map((second) => 1_772_359_200_000 + second * 1_000));
const opencodePart = partly(
  {
    type: fc.constantFrom(
      'text',
      'reasoning',
      'tool',
      'tool',
      'file',
      'compaction',
      'step-start',
      'step-finish',
      'subtask',
    ),
    ...{
      id,
      text,
      callID: id,
      tool: id,
      auto: fc.boolean(),
      tail_start_id: id,
      mime: fc.constant('image/png'),
      url: id,
    },
    state: partly({
      status: fc.constantFrom('completed', 'error', 'running'),
      ...{ input: nearly, output: text, error: text, attachments: fc.array(nearly, { maxLength: 1 }) },
      time: partly({ start: stamp, end: stamp, compacted: stamp }),
    }),
    tokens: partly({ input: count, output: count, reasoning: count, total: count, cache: partly({ read: count }) }),
  },
  'type',
);
const opencodeMessage = partly(
  {
    info: partly(
      {
        role: fc.constantFrom('user', 'assistant'),
        ...{ id, parentID: id, summary: fc.boolean(), finish: id, time: partly({ created: stamp, completed: stamp }) },
      },
      'role',
    ),
    parts: fc.array(opencodePart, { maxLength: 4 }),
  },
  'info',
  'parts',
);
const opencodeExport = partly(
  {
    info: partly({ id, version: fc.constantFrom('1.2.0', '1.14.40', 'x'), revert: partly({ messageID: id }) }),
    messages: fc.array(opencodeMessage, { maxLength: 8 }),
  },
  'messages',
);
const piEntry = partly(
  {
    type: fc.constantFrom('message', 'message', 'message', 'compaction', 'custom_message', 'branch_summary', 'session'),
    ...{
      id,
      parentId: fc.oneof(id, fc.constant(null)),
      timestamp: stamp,
      version: fc.constantFrom(1, 3),
      content: text,
    },
    ...{ summary: text, firstKeptEntryId: id, firstKeptEntryIndex: fc.nat(8), tokensBefore: count },
    message: partly(
      {
        role: fc.constantFrom('user', 'assistant', 'toolResult', 'bashExecution', 'hookMessage'),
        ...{
          content: blocks,
          toolCallId: id,
          command: text,
          output: text,
          stopReason: fc.constantFrom('stop', 'error'),
        },
        usage: partly({ input: count, output: count, cacheRead: count, cacheWrite: count }),
      },
      'role',
      'content',
    ),
  },
  'type',
  'message',
);

const copilotEvent = partly(
  {
    type: fc.constantFrom(
      ...[
        'user.message',
        'assistant.message',
        'tool.execution_complete',
        'session.compaction_start',
        'assistant.usage',
      ],
      ...[
        'session.compaction_complete',
        'session.truncation',
        'session.context_cleared',
        'hook.start',
        'subagent.started',
      ],
    ),
    agentId: id,
    timestamp: stamp,
    data: partly(
      {
        ...{
          content: text,
          messageId: id,
          toolCallId: id,
          hookInvocationId: id,
          summaryContent: text,
          success: fc.boolean(),
        },
        ...{ toolRequests: fc.array(partly({ toolCallId: id, name: id }), { maxLength: 2 }), inputTokens: count },
        ...{
          result: partly({ content: text, binaryResultsForLlm: fc.array(nearly, { maxLength: 1 }) }),
          error: nearly,
        },
      },
      'content',
    ),
  },
  'type',
  'data',
);

const content = partly(
  {
    role: fc.constantFrom('user', 'model'),
    parts: fc.array(
      partly({
        text,
        functionCall: partly({ id, name: id }),
        functionResponse: partly({ id, name: id, response: nearly }),
      }),
      { maxLength: 2 },
    ),
  },
  'parts',
);
const qwenRecord = partly(
  {
    type: fc.constantFrom('user', 'assistant', 'tool_result', 'system'),
    ...{
      uuid: id,
      parentUuid: fc.oneof(id, fc.constant(null)),
      subtype: fc.constant('chat_compression'),
      message: content,
    },
    systemPayload: partly({ compressedHistory: fc.array(content, { maxLength: 3 }) }),
    usageMetadata: partly({ promptTokenCount: count, candidatesTokenCount: count, totalTokenCount: count }),
  },
  'type',
  'uuid',
);

/** A file of one kind of record, some of them damaged. */
export const files = fc.oneof(
  ...[
    message,
    item,
    codexRecord,
    exchange,
    sessionRecord,
    document,
    opencodeExport,
    piEntry,
    copilotEvent,
    qwenRecord,
  ].map((record) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: nearly }), { maxLength: 10 }),
  ),
);
