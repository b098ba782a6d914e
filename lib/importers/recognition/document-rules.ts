import { asArray, asObject, asText, type JsonObject } from '../../base/json';
import { hasSdkTools } from './message-rules';
import { RESPONSES_ITEM_TYPES } from './responses-item-types';
import { all, firstObject, has, isOneOf, objectsOf, type Rule, typeOf } from './rule';

/** For a single object that no importer says is its own. Each may rely on what those before it have ruled out. */
export const documentRules: readonly Rule<JsonObject>[] = [
  {
    rule: 'R-D2',
    format: 'inspect',
    because: 'it has eval, status and samples',
    matches: (o) => asObject(o.eval) !== undefined && has(o, 'status') && (has(o, 'samples') || has(o, 'version')),
  },
  {
    rule: 'R-D3',
    format: 'opencode',
    because: 'it has session info, and messages with info and parts',
    matches: (o) => {
      const info = asObject(o.info);
      const messages = asArray(o.messages);
      if (info === undefined || messages === undefined) return false;
      return (
        asText(info.id)?.startsWith('ses_') === true ||
        all(objectsOf(messages), (message) => has(message, 'info', 'parts'))
      );
    },
  },
  {
    rule: 'R-D4',
    format: 'swe-agent',
    because: 'it has a trajectory and a history',
    matches: (o) => asArray(o.trajectory) !== undefined && asArray(o.history) !== undefined,
  },
  {
    rule: 'R-D5',
    format: 'mini-swe-agent',
    because: 'its trajectory_format or its info names mini-swe-agent',
    matches: (o) => {
      const info = asObject(o.info);
      return (
        asText(o.trajectory_format)?.startsWith('mini-swe-agent') === true ||
        (info !== undefined && (has(info, 'mini_version') || has(info, 'model_stats')) && has(o, 'messages'))
      );
    },
  },
  {
    rule: 'R-D6',
    format: 'gemini-cli',
    because: 'it has a sessionId, a projectHash and messages',
    matches: (o) => has(o, 'sessionId', 'projectHash') && asArray(o.messages) !== undefined,
  },
  {
    rule: 'R-D7',
    format: 'gemini-contents',
    because: 'its history or contents have entries with a role and parts',
    matches: (o) => hasRolesAndParts(o, 'history') || hasRolesAndParts(o, 'contents'),
  },
  { rule: 'R-D8', format: 'otel', because: 'it has resourceSpans', matches: (o) => has(o, 'resourceSpans') },
  {
    rule: 'R-D9',
    format: 'langfuse',
    because: 'it has a trace and its observations',
    matches: (o) => {
      const trace = asObject(o.trace);
      const ofApi = objectsOf(asArray(o.observations));
      return (
        has(o, 'trace', 'observations') ||
        (trace !== undefined && has(trace, 'observations')) ||
        all(ofApi, (observation) => has(observation, 'traceId', 'type'))
      );
    },
  },
  {
    rule: 'R-D10',
    format: 'langchain',
    because: 'it has LangSmith runs with a run_type',
    matches: (o) =>
      (has(o, 'run_type') && (has(o, 'id') || has(o, 'trace_id'))) ||
      [firstObject(o.runs), firstObject(o.post)].some((run) => run !== undefined && has(run, 'run_type')),
  },
  {
    rule: 'R-D21',
    messages: (o) => asArray((asObject(o.values) ?? asObject(o.channel_values))?.messages),
  },
  {
    rule: 'R-D11',
    format: 'har',
    because: 'it has the log entries of a HAR file',
    matches: (o) => asArray(asObject(o.log)?.entries) !== undefined,
  },
  {
    rule: 'R-D12',
    format: 'openai-responses',
    because: 'it has Responses API input, output or items',
    matches: (o) =>
      (asText(o.object) === 'response' && asArray(o.output) !== undefined) ||
      all(asArray(o.data) ?? [], (item) => isOneOf(typeOf(asObject(item)), RESPONSES_ITEM_TYPES)) ||
      (asArray(o.input) !== undefined && !has(o, 'messages')) ||
      (asText(o.input) !== undefined && has(o, 'model')),
  },
  {
    rule: 'R-D13',
    format: 'claude-trace',
    because: 'it is an HTTP request with its response',
    matches: (o) => asObject(o.request) !== undefined && has(o, 'response'),
  },
  {
    rule: 'R-D15',
    format: 'anthropic-messages',
    because: 'it has messages with a system prompt or tools in Anthropic API format',
    matches: (o) =>
      asArray(o.messages) !== undefined &&
      // Requests of the AI SDK have a system prompt, too.
      !hasSdkTools(objectsOf(asArray(o.messages))) &&
      (has(o, 'system') ||
        has(o, 'anthropic_version') ||
        objectsOf(asArray(o.tools)).some((tool) => has(tool, 'input_schema'))),
  },
  {
    rule: 'R-D16',
    format: 'openai-chat',
    because: 'it has messages and tools in OpenAI Chat format',
    matches: (o) =>
      asArray(o.messages) !== undefined &&
      objectsOf(asArray(o.tools)).some((tool) => typeOf(tool) === 'function' && has(tool, 'function')),
  },
  { rule: 'R-D17', messages: (o) => asArray(o.messages) },
  {
    rule: 'R-D20',
    format: 'openai-chat',
    because: 'it is a response of the OpenAI Chat API',
    matches: (o) =>
      asText(o.object)?.startsWith('chat.completion') === true &&
      objectsOf(asArray(o.choices)).some((choice) => has(choice, 'message')),
  },
  {
    rule: 'R-D22',
    format: 'account-export',
    because: 'it is a conversation of an account export',
    matches: isOfAccount,
  },
  {
    rule: 'R-D23',
    format: 'vscode-chat',
    because: 'it has the requests of a VS Code chat',
    matches: (o) => has(o, 'requests') && (has(o, 'responderUsername') || has(o, 'requesterUsername')),
  },
  {
    rule: 'R-D24',
    format: 'kiro',
    because: 'its history has pairs of user and assistant',
    matches: (o) =>
      has(o, 'conversation_id') && all(objectsOf(asArray(o.history)), (turn) => has(turn, 'user', 'assistant')),
  },
  {
    rule: 'R-D18',
    format: 'openhands',
    because: 'it is a run with a history and metrics',
    matches: (o) => asArray(o.history) !== undefined && has(o, 'metrics'),
  },
];

function hasRolesAndParts(o: JsonObject, key: 'history' | 'contents'): boolean {
  const items = asArray(o[key]) ?? [];
  return all(
    items,
    (item) => asText(asObject(item)?.role) !== undefined && asArray(asObject(item)?.parts) !== undefined,
  );
}

/** ChatGPT has a tree of messages, Claude.ai a list. */
export function isOfAccount(o: JsonObject): boolean {
  return (
    asArray(o.chat_messages) !== undefined ||
    (asObject(o.mapping) !== undefined && (has(o, 'title') || has(o, 'current_node')))
  );
}
