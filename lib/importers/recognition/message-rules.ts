import { asArray, asObject, asText, type JsonObject } from '../../base/json';
import { RESPONSES_ITEM_TYPES } from './responses-item-types';
import { all, type FormatRule, has, isOneOf, most, objectsOf, typeOf } from './rule';

const LANGCHAIN_TYPES = new Set(['human', 'ai']);
const ANTHROPIC_BLOCKS = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'server_tool_use',
]);
const RESPONSES_BLOCKS = new Set(['input_text', 'output_text', 'input_image']);

/** For a list of messages. */
export const messageRules: readonly FormatRule<readonly JsonObject[]>[] = [
  {
    rule: 'R-M1',
    format: 'gemini-contents',
    because: 'its messages have parts and the roles user and model',
    matches: (messages) =>
      all(messages, hasParts) &&
      messages.every(({ role }) => role === 'user' || role === 'model') &&
      // Messages of other formats have only these roles until something is answered. Only their parts have a type.
      !messages.some((message) => objectsOf(asArray(message.parts)).some((part) => has(part, 'type'))),
  },
  {
    rule: 'R-M2',
    format: 'otel',
    because: 'its messages have OpenTelemetry parts',
    matches: (messages) =>
      all(messages, hasParts) && messages.some((message) => objectsOf(asArray(message.parts)).some(isTelemetryPart)),
  },
  {
    rule: 'R-M3',
    format: 'ai-sdk',
    because: 'its messages have a role and parts',
    matches: (messages) => all(messages, hasParts),
  },
  {
    rule: 'R-M4',
    format: 'opencode',
    because: 'its messages have info and parts',
    matches: (messages) =>
      messages.some((message) => asObject(message.info) !== undefined && asArray(message.parts) !== undefined),
  },
  {
    rule: 'R-M5',
    format: 'langchain',
    because: 'its messages are LangChain messages',
    matches: (messages) =>
      all(messages, (message) => has(message, 'lc', 'kwargs')) ||
      (messages.some((message) => isOneOf(typeOf(message), LANGCHAIN_TYPES)) &&
        messages.every((message) => has(message, 'type', 'content') && !has(message, 'role'))),
  },
  {
    rule: 'R-M6',
    format: 'ai-sdk',
    because: 'its content has tool-call or tool-result parts, or it has toolInvocations',
    matches: hasSdkTools,
  },
  {
    rule: 'R-M7',
    format: 'openai-responses',
    because: 'it has Responses API items or content parts',
    matches: (messages) =>
      someBlock(messages, (type) => RESPONSES_BLOCKS.has(type)) ||
      // Records of other agents share a type or two with Responses items.
      (messages.some((item) => typeOf(item) !== 'message' && isResponsesItem(item)) &&
        most(messages, (item) => isResponsesItem(item) || has(item, 'role', 'content'))),
  },
  {
    rule: 'R-M8',
    format: 'openai-chat',
    because: 'it has tool_calls or messages with the role tool',
    matches: (messages) =>
      messages.some(
        (message) =>
          message.role === 'tool' ||
          message.role === 'function' ||
          has(message, 'tool_calls') ||
          has(message, 'function_call'),
      ),
  },
  {
    rule: 'R-M9',
    format: 'anthropic-messages',
    because: 'its content has blocks of the Anthropic API, such as tool_use or tool_result',
    matches: (messages) =>
      someBlock(
        messages,
        (type, block) => ANTHROPIC_BLOCKS.has(type) || (type === 'image' && asObject(block.source) !== undefined),
      ),
  },
  {
    rule: 'R-M10',
    format: 'openai-chat',
    because: 'it has a system message or parts in OpenAI Chat format',
    matches: (messages) =>
      all(messages, isMessage) &&
      (messages.some(({ role }) => role === 'system' || role === 'developer') ||
        someBlock(messages, (type) => type === 'image_url' || type === 'input_audio')),
  },
  {
    rule: 'R-M11',
    format: 'openai-chat',
    because: 'it has user and assistant messages with plain text',
    // Most, not all: it is the last rule, and one damaged message would reject all the others.
    matches: (messages) => most(messages, (message) => isMessage(message) && isPlain(message)),
  },
];

function hasParts(message: JsonObject): boolean {
  return asArray(message.parts) !== undefined && asText(message.role) !== undefined;
}

function isResponsesItem(item: JsonObject): boolean {
  return isOneOf(typeOf(item), RESPONSES_ITEM_TYPES) && (typeOf(item) !== 'message' || has(item, 'role'));
}

function isTelemetryPart(part: JsonObject): boolean {
  const type = typeOf(part);
  return type === 'tool_call' || type === 'tool_call_response' || (type === 'text' && has(part, 'content'));
}

function someBlock(messages: readonly JsonObject[], test: (type: string, block: JsonObject) => boolean): boolean {
  return messages.some((message) =>
    objectsOf(asArray(message.content)).some((block) => {
      const type = typeOf(block);
      return type !== undefined && test(type, block);
    }),
  );
}

function isMessage(message: JsonObject): boolean {
  return asText(message.role) !== undefined && has(message, 'content');
}

function isPlain({ role, content }: JsonObject): boolean {
  if (role !== 'user' && role !== 'assistant') return false;
  return asText(content) !== undefined || all(objectsOf(asArray(content)), (block) => typeOf(block) === 'text');
}

/** Other formats name their tools and calls otherwise. */
export function hasSdkTools(messages: readonly JsonObject[]): boolean {
  return (
    someBlock(messages, (type) => type === 'tool-call' || type === 'tool-result') ||
    messages.some((message) => asArray(message.toolInvocations) !== undefined)
  );
}
