import fc from 'fast-check';
import type { Json } from '../base/json';
import { blocks, count, id, message, nearly, partly, text, usage } from './any-json.test-support';

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

/** A file of one kind of record of a framework, some of them damaged. */
export const tracedFiles: fc.Arbitrary<Json[]> = fc.oneof(
  ...[traced, frameworkMessage, shown, sentByCline].map((record) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: nearly }), { maxLength: 10 }),
  ),
);
