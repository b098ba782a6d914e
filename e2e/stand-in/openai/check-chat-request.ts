import { asArray, asObject, asText, type Json, type JsonObject } from '../../../lib/base/json';
import type { ChatProblem } from './chat-faults';
import type { ChatModel } from './chat-models';
import { messageProblems } from './check-chat-messages';

export type ChatProblems = Generator<ChatProblem, void>;

const KNOWN = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'temperature',
  'top_p',
  'seed',
  'stop',
  'user',
  'reasoning_effort',
  'store',
  'metadata',
];
const MAX_TOOLS = 128;
const LONGEST_DESCRIPTION = 1_024;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What the API would say of a request; the first is reported. */
export function* chatProblems(body: JsonObject, model: ChatModel): ChatProblems {
  for (const name of Object.keys(body)) {
    if (!KNOWN.includes(name)) yield unknownParameter(name);
  }
  yield* messageProblems(body.messages, model);
  yield* limitProblems(body, model);
  yield* streamProblems(body, model);
  yield* toolProblems(body);
  yield* formatProblems(body.response_format, model);
}

function* limitProblems(body: JsonObject, { id, limitNames, maxOutputTokens }: ChatModel): ChatProblems {
  const given = (['max_tokens', 'max_completion_tokens'] as const).filter((name) => body[name] !== undefined);
  if (given.length === 2) {
    yield {
      message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      code: 'invalid_parameter_combination',
    };
  }
  for (const name of given) {
    const value = body[name];
    if (!limitNames.includes(name)) {
      yield name === 'max_tokens'
        ? {
            message: `Unsupported parameter: '${name}' is not supported with this model. Use 'max_completion_tokens' instead.`,
            param: name,
            code: 'unsupported_parameter',
          }
        : unknownParameter(name);
    }
    if (!Number.isInteger(value) || Number(value) < 1) {
      yield {
        message: `Invalid '${name}': integer below minimum value.`,
        param: name,
        code: 'integer_below_min_value',
      };
    }
    if (Number(value) > maxOutputTokens) {
      yield {
        message: `${name} is too large: ${value}. This model supports at most ${maxOutputTokens} completion tokens, whereas you provided ${value}. (${id})`,
        param: name,
        code: 'invalid_value',
      };
    }
  }
}

function* streamProblems({ stream, stream_options }: JsonObject, { knowsStreamOptions }: ChatModel): ChatProblems {
  if (stream !== undefined && typeof stream !== 'boolean') yield wrongType('stream', 'a boolean');
  if (stream_options === undefined) return;
  if (!knowsStreamOptions) yield unknownParameter('stream_options');
  if (stream !== true) {
    yield {
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      param: 'stream_options',
    };
  }
  for (const [name, value] of Object.entries(asObject(stream_options) ?? {})) {
    if (name !== 'include_usage' || typeof value !== 'boolean') yield unknownParameter(`stream_options.${name}`);
  }
}

function* toolProblems({ tools, tool_choice, parallel_tool_calls }: JsonObject): ChatProblems {
  const list = asArray(tools);
  if (tools !== undefined && list === undefined) yield wrongType('tools', 'an array');
  if (list?.length === 0) {
    yield { message: "Invalid 'tools': empty array.", param: 'tools', code: 'empty_array' };
  }
  if ((list?.length ?? 0) > MAX_TOOLS) yield { message: "Invalid 'tools': array too long.", param: 'tools' };
  const names: string[] = [];
  for (const [index, item] of (list ?? []).entries()) {
    const at = `tools[${index}]`;
    const tool = asObject(item);
    if (tool?.type !== 'function')
      yield { message: `Invalid value: '${tool?.type}'. Supported values are: 'function'.`, param: at };
    for (const name of Object.keys(tool ?? {}))
      if (!['type', 'function'].includes(name)) yield unknownParameter(`${at}.${name}`);
    const definition = asObject(tool?.function) ?? {};
    const name = asText(definition.name) ?? '';
    if (!NAME.test(name)) yield { message: `Invalid '${at}.function.name': string does not match pattern.`, param: at };
    if (names.includes(name)) yield { message: `Duplicate function name: ${name}`, param: at };
    names.push(name);
    for (const key of Object.keys(definition)) {
      if (!['name', 'description', 'parameters', 'strict'].includes(key))
        yield unknownParameter(`${at}.function.${key}`);
    }
    if ((asText(definition.description)?.length ?? 0) > LONGEST_DESCRIPTION) {
      yield {
        message: `Invalid '${at}.function.description': string too long.`,
        param: at,
        code: 'string_above_max_length',
      };
    }
    const parameters = asObject(definition.parameters);
    if (definition.parameters !== undefined && parameters?.type !== 'object') {
      yield {
        message: `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
        param: at,
      };
    }
  }
  if (tool_choice !== undefined && list === undefined) {
    yield {
      message: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      param: 'tool_choice',
    };
  }
  if (parallel_tool_calls !== undefined && list === undefined) {
    yield {
      message: "Invalid value for 'parallel_tool_calls': only allowed when 'tools' are specified.",
      param: 'parallel_tool_calls',
    };
  }
  const forced = asText(asObject(asObject(tool_choice)?.function)?.name);
  const isWord = ['none', 'auto', 'required'].includes(asText(tool_choice) ?? '');
  if (tool_choice !== undefined && !isWord && (forced === undefined || !names.includes(forced))) {
    yield { message: `Tool choice not found in 'tools' parameter.`, param: 'tool_choice' };
  }
}

function* formatProblems(format: Json | undefined, { knowsResponseFormat }: ChatModel): ChatProblems {
  if (format === undefined) return;
  if (!knowsResponseFormat) yield unknownParameter('response_format');
  const given = asObject(format);
  if (given?.type === 'text' || given?.type === 'json_object') return;
  const asked = asObject(given?.json_schema);
  if (given?.type !== 'json_schema' || asked === undefined) {
    yield { message: "Missing required parameter: 'response_format.json_schema'.", param: 'response_format' };
    return;
  }
  if (!NAME.test(asText(asked.name) ?? ''))
    yield { message: "Invalid 'response_format.json_schema.name'.", param: 'response_format' };
  if (asked.strict === true) yield* strictProblems(asObject(asked.schema) ?? {}, asText(asked.name) ?? '');
}

/** Every object is closed, and all that it may have is required. */
function* strictProblems(schema: JsonObject, at: string): ChatProblems {
  const wrong = (what: string): ChatProblem => ({
    message: `Invalid schema for response_format '${at}': ${what}`,
    param: 'response_format',
  });
  if (schema.type === 'object') {
    const properties = asObject(schema.properties) ?? {};
    const required = asArray(schema.required) ?? [];
    if (schema.additionalProperties !== false)
      yield wrong("'additionalProperties' is required to be supplied and to be false.");
    for (const name of Object.keys(properties)) {
      if (!required.includes(name))
        yield wrong(`'required' is required to include every key in properties. Missing '${name}'.`);
    }
    for (const [name, inner] of Object.entries(properties))
      yield* strictProblems(asObject(inner) ?? {}, `${at}.${name}`);
  }
  if (schema.items !== undefined) yield* strictProblems(asObject(schema.items) ?? {}, `${at}[]`);
}

function unknownParameter(name: string): ChatProblem {
  return { message: `Unrecognized request argument supplied: ${name}`, param: name, code: 'unknown_parameter' };
}

function wrongType(name: string, what: string): ChatProblem {
  return { message: `Invalid type for '${name}': expected ${what}.`, param: name, code: 'invalid_type' };
}
