import fc from 'fast-check';
import type { Json } from '../base/json';
import { inspect } from './frameworks/inspect';
import { geminiContents } from './gemini/gemini-contents';
import { geminiCli } from './gemini-cli';
import { goose } from './goose';
import { harborAtif } from './harbor-atif';
import { openhands } from './openhands';
import { qwenCode } from './qwen-code';
import type { Importer } from './read/importer';
import { sweAgent } from './swe-agent';
import { miniSweAgent } from './swe-agent/mini-swe-agent';

/** Files of agents that are right in most places, and anything in the others. */
const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const id = fc.constantFrom('a', 'b', 'c', '');
const count = fc.nat(90_000);
const text = fc.constantFrom(
  'one',
  'two',
  'x'.repeat(300),
  '```\nls\n```',
  'Old environment output: (9 lines omitted)',
);

function partly(fields: Record<string, fc.Arbitrary<unknown>>, ...always: string[]): fc.Arbitrary<Json> {
  const loose = Object.entries(fields).map(([key, right]) => [
    key,
    fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything }),
  ]);
  const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(loose);
  return fc.record(record, { requiredKeys: always }) as fc.Arbitrary<Json>;
}

const listOf = (item: fc.Arbitrary<Json>, maxLength = 6) => fc.array(item, { maxLength });

const functionCall = partly({ id, name: id, args: anything }, 'name');
const functionResponse = partly({
  id,
  name: id,
  response: partly({ output: text, error: text }),
  parts: listOf(anything, 2),
});
const geminiPart = fc.oneof(
  partly({ text, thought: fc.boolean(), thoughtSignature: id }, 'text'),
  partly({ functionCall }, 'functionCall'),
  partly({ functionResponse }, 'functionResponse'),
  partly({ inlineData: partly({ mimeType: fc.constantFrom('image/png', 'a/b'), data: id }) }, 'inlineData'),
);
const content = partly({ role: fc.constantFrom('user', 'model'), parts: listOf(geminiPart, 3) }, 'role', 'parts');
const counts = partly({ input: count, output: count, cached: count, thoughts: count, total: count }, 'input');
const said = partly(
  {
    ...{
      id,
      type: fc.constantFrom('user', 'gemini', 'gemini', 'info', 'error'),
      content: fc.oneof(text, listOf(geminiPart, 2)),
    },
    ...{ tokens: counts, thoughts: listOf(partly({ subject: text })), model: id, timestamp: count },
    toolCalls: listOf(
      partly(
        { id, name: id, args: anything, status: id, result: listOf(partly({ functionResponse }), 2) },
        'id',
        'result',
      ),
      2,
    ),
  },
  'type',
  'content',
  'id',
);
const operation = fc.oneof(
  { weight: 6, arbitrary: said },
  { weight: 1, arbitrary: partly({ $rewindTo: id }, '$rewindTo') },
  {
    weight: 2,
    arbitrary: partly({ $set: partly({ messages: listOf(said), lastUpdated: count }, 'messages') }, '$set'),
  },
);

const response = partly(
  {
    id,
    choices: listOf(
      partly(
        { message: partly({ content: text, tool_calls: listOf(partly({ id, function: partly({ name: id }) }), 2) }) },
        'message',
      ),
      1,
    ),
    usage: partly({ prompt_tokens: count, completion_tokens: count }),
  },
  'id',
  'choices',
);
const metadata = partly({ tool_call_id: id, model_response: response }, 'tool_call_id', 'model_response');
const eventFields = {
  id: fc.nat(9),
  ...{
    source: fc.constantFrom('agent', 'agent', 'user', 'environment'),
    message: text,
    timestamp: fc.constant('2026-03-01T10:00:00'),
  },
  ...{ tool_call_metadata: metadata, cause: fc.nat(9) },
  llm_metrics: partly({ accumulated_token_usage: partly({ prompt_tokens: count, completion_tokens: count }) }),
};
const action = partly(
  {
    ...eventFields,
    action: fc.constantFrom(
      'run',
      'message',
      'system',
      'finish',
      'delegate',
      'condensation',
      'condensation_request',
      'recall',
    ),
    args: partly({
      ...{
        content: text,
        thought: text,
        summary: text,
        summary_offset: fc.nat(5),
        forgotten_event_ids: listOf(fc.nat(9) as fc.Arbitrary<Json>),
      },
      ...{ forgotten_events_start_id: fc.nat(9), forgotten_events_end_id: fc.nat(9) },
    }),
  },
  ...['action', 'args', 'source', 'message'],
);
const observation = partly(
  {
    ...eventFields,
    observation: fc.constantFrom('run', 'error', 'recall', 'delegate', 'agent_state_changed'),
    ...{ content: text, extras: partly({ metadata: partly({ exit_code: fc.nat(2), working_dir: text }) }) },
  },
  ...['observation', 'content', 'extras', 'source', 'message'],
);
const sdkEvent = partly(
  {
    kind: fc.constantFrom(
      ...[
        'MessageEvent',
        'ActionEvent',
        'ActionEvent',
        'ObservationEvent',
        'Condensation',
        'SystemPromptEvent',
        'AgentErrorEvent',
      ],
    ),
    ...{
      id,
      source: id,
      llm_response_id: id,
      tool_call_id: id,
      tool_name: id,
      summary: text,
      summary_offset: fc.nat(5),
    },
    llm_message: partly({ role: fc.constantFrom('user', 'assistant'), content: text }),
    tool_call: partly({ id, arguments: text }),
    observation: partly({ content: text, is_error: fc.boolean() }),
    forgotten_event_ids: listOf(id as fc.Arbitrary<Json>),
  },
  ...['kind', 'id', 'source'],
);
const evaluation = partly(
  {
    history: listOf(fc.oneof(action, observation), 12),
    metrics: partly({ token_usages: listOf(partly({ response_id: id, prompt_tokens: count }), 3) }),
  },
  ...['history', 'metrics'],
);

const chatMessage = partly(
  {
    role: fc.constantFrom('user', 'assistant', 'assistant', 'tool', 'system', 'exit'),
    ...{
      content: text,
      agent: fc.constantFrom('main', 'main', 'other'),
      is_demo: fc.constantFrom(false, false, true),
      action: text,
    },
    ...{
      tool_call_ids: listOf(id as fc.Arbitrary<Json>, 1),
      tool_call_id: id,
      tool_calls: listOf(partly({ id, function: partly({ name: id }) }), 2),
    },
    extra: partly({
      actions: listOf(partly({ command: text }), 2),
      response: partly({ usage: partly({ prompt_tokens: count }) }),
    }),
  },
  ...['role', 'content'],
);
const traj = partly(
  {
    history: listOf(chatMessage, 8),
    trajectory: listOf(partly({ messages: listOf(chatMessage, 8), query: listOf(chatMessage, 8) }), 4),
  },
  ...['history', 'trajectory'],
);
const mini = partly({ messages: listOf(chatMessage, 8), info: anything }, 'messages');

const modelEvent = partly(
  {
    event: fc.constantFrom('model', 'model', 'model', 'compaction', 'tool'),
    ...{
      type: fc.constantFrom('summary', 'edit', 'trim'),
      tokens_before: count,
      tokens_after: count,
      input: listOf(chatMessage, 5),
    },
    ...{
      input_refs: listOf(fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }), 2),
      events: listOf(anything, 2),
      timestamp: count,
    },
    output: partly({
      choices: listOf(partly({ message: chatMessage }, 'message'), 1),
      usage: partly({ input_tokens: count }),
    }),
  },
  ...['event', 'input', 'output'],
);
const sample = partly(
  {
    id: fc.nat(3),
    events: listOf(modelEvent, 6),
    messages: listOf(chatMessage, 4),
    attachments: anything,
    events_data: partly({ messages: listOf(chatMessage) }),
  },
  'messages',
);

const step = partly(
  {
    source: fc.constantFrom('user', 'agent', 'agent', 'system'),
    ...{
      message: text,
      is_copied_context: fc.boolean(),
      metrics: partly({ prompt_tokens: count, completion_tokens: count }),
    },
    tool_calls: listOf(partly({ tool_call_id: id, function_name: id, arguments: anything }), 2),
    observation: partly({
      results: listOf(
        partly({
          source_call_id: id,
          content: text,
          subagent_trajectory_ref: listOf(partly({ session_id: fc.constant('x-summarization-1-summary') }), 1),
        }),
        2,
      ),
    }),
  },
  ...['source', 'message'],
);

const gooseMessage = partly(
  {
    role: fc.constantFrom('user', 'assistant'),
    metadata: partly({ userVisible: fc.boolean() }),
    content: listOf(
      fc.oneof(
        partly({ type: fc.constant('text'), text }, 'type', 'text'),
        partly(
          { type: fc.constant('toolRequest'), id, toolCall: partly({ status: id, value: partly({ name: id }) }) },
          'type',
        ),
        partly({ type: fc.constant('toolResponse'), id, toolResult: partly({ status: id, value: anything }) }, 'type'),
      ),
      3,
    ),
  },
  ...['role', 'content'],
);
const qwenRecord = partly(
  {
    type: fc.constantFrom('user', 'assistant', 'assistant', 'tool_result', 'system'),
    ...{
      uuid: id,
      parentUuid: id,
      sessionId: id,
      subtype: fc.constant('chat_compression'),
      isSidechain: fc.boolean(),
      agentId: id,
    },
    message: content,
    systemPayload: partly({ compressedHistory: listOf(content), info: partly({ originalTokenCount: count }) }),
  },
  ...['type', 'message'],
);

/** Each importer with files for it. */
export const agentFiles: readonly (readonly [Importer, fc.Arbitrary<readonly Json[]>])[] = [
  [geminiCli, listOf(operation, 12)],
  [
    geminiCli,
    fc.array(partly({ sessionId: id, messages: listOf(said, 10) }, 'sessionId', 'messages'), { maxLength: 2 }),
  ],
  [geminiContents, listOf(content, 10)],
  [openhands, listOf(fc.oneof(action, observation), 14)],
  [openhands, listOf(sdkEvent, 14)],
  [openhands, listOf(evaluation, 2)],
  [sweAgent, listOf(traj, 2)],
  [miniSweAgent, listOf(mini, 2)],
  [goose, listOf(gooseMessage, 10)],
  [qwenCode, listOf(qwenRecord, 12)],
  [inspect, listOf(partly({ samples: listOf(sample, 2), eval: anything }, 'samples'), 1)],
  [
    harborAtif,
    listOf(
      partly(
        { schema_version: fc.constant('ATIF-v1.7'), steps: listOf(step, 10), continued_trajectory_ref: id },
        'steps',
      ),
      1,
    ),
  ],
];
