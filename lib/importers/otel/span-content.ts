import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Part, ToolDefinition } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { anyParts } from '../any-message/any-parts';
import { unwrappedJson } from '../any-message/unwrapped-json';
import { attributesOf, indexed, oneOf } from './attributes';

export interface SpanContent {
  readonly messages: readonly Json[];
  /** The messages of the model's answer. */
  readonly output: readonly Json[];
}

/**
 * What was sent and answered, in the first of the ways that the span uses:
 *
 *   gen_ai.input.messages, gen_ai.output.messages   on the span, or on its event with the details
 *   ai.prompt.messages, ai.response.text, …         the AI SDK
 *   gen_ai.user.message, gen_ai.choice, …           an event for each message
 *   gen_ai.prompt.0.role, …                         OpenLLMetry
 *   llm.input_messages.0.message.role, …            OpenInference
 */
export function spanContent(attributes: JsonObject, events: readonly JsonObject[]): SpanContent {
  const written = [attributes, ...events.map((event) => attributesOf(event.attributes))].map(ofConventions);
  const ways = [
    {
      messages: written.find(({ messages }) => messages.length > 0)?.messages ?? [],
      output: written.find(({ output }) => output.length > 0)?.output ?? [],
    },
    ofAiSdk(attributes),
    ofEvents(attributes, events),
    ofIndexed(attributes),
  ];
  return ways.find(({ messages, output }) => messages.length > 0 || output.length > 0) ?? { messages: [], output: [] };
}

/** Beside the messages. */
export function spanSystem(attributes: JsonObject, events: readonly JsonObject[]): readonly Part[] {
  const all = [attributes, ...events.map((event) => attributesOf(event.attributes))];
  const written = all.map((each) => each['gen_ai.system_instructions']).find((each) => each !== undefined);
  return written === undefined ? [] : anyParts(unwrappedJson(written));
}

/** Undefined if the span does not have them. */
export function spanTools(attributes: JsonObject): readonly ToolDefinition[] | undefined {
  const ofPydantic = asObject(unwrappedJson(attributes.model_request_parameters));
  const written = unwrappedJson(oneOf(attributes, 'gen_ai.tool.definitions', 'ai.prompt.tools'));
  const flat = [
    ...indexed(attributes, 'llm.request.functions'),
    ...indexed(attributes, 'llm.tools').map(openInferenceTool),
  ];
  const listed =
    ofPydantic === undefined
      ? (asArray(written) ?? (flat.length > 0 ? flat : undefined))
      : [ofPydantic.function_tools, ofPydantic.output_tools].flatMap((list) => asArray(list) ?? []);
  return listed === undefined ? undefined : toolDefinitions(listed.map((tool) => unwrappedJson(tool) ?? null));
}

function openInferenceTool(value: Json): Json {
  return unwrappedJson(asObject(asObject(value)?.tool)?.json_schema) ?? null;
}

function list(value: Json | undefined): readonly Json[] {
  const unwrapped = unwrappedJson(value);
  if (unwrapped === undefined || unwrapped === null) return [];
  return asArray(unwrapped) ?? [unwrapped];
}

function ofConventions(attributes: JsonObject): SpanContent {
  return {
    messages: list(oneOf(attributes, 'gen_ai.input.messages', 'gen_ai.prompt')),
    output: list(oneOf(attributes, 'gen_ai.output.messages', 'gen_ai.completion')),
  };
}

function ofAiSdk(attributes: JsonObject): SpanContent {
  const reasoning = asText(attributes['ai.response.reasoning']);
  const text = asText(oneOf(attributes, 'ai.response.text', 'ai.response.object'));
  const calls = list(attributes['ai.response.toolCalls']).map((call) => ({ ...asObject(call), type: 'tool-call' }));
  const content: Json[] = [
    ...(reasoning ? [{ type: 'reasoning', text: reasoning }] : []),
    ...(text ? [{ type: 'text', text }] : []),
    ...calls,
  ];
  return {
    messages: list(attributes['ai.prompt.messages']),
    output: content.length === 0 ? [] : [{ role: 'assistant', content }],
  };
}

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/** Events of the span, or, with pydantic-ai, a list of them in an attribute. */
function ofEvents(attributes: JsonObject, events: readonly JsonObject[]): SpanContent {
  const messages: Json[] = [];
  const output: Json[] = [];
  const inAttribute = list(attributes.events).map((event) => asObject(event) ?? {});
  for (const event of [...events, ...inAttribute]) {
    const fields = { ...event, ...asObject(event.body), ...attributesOf(event.attributes) };
    const name = asText(event['event.name']) ?? asText(event.name) ?? '';
    const role = MESSAGE_EVENT.exec(name)?.[1];
    const body = { ...fields, ...asObject(unwrappedJson(fields['gen_ai.event.content'])) };
    const said: JsonObject = {
      role: role ?? 'assistant',
      content: unwrappedJson(body.content) ?? null,
      ...(body.tool_calls === undefined ? {} : { tool_calls: unwrappedJson(body.tool_calls) ?? null }),
      ...(role === 'tool'
        ? { tool_call_id: body.id ?? null, name: body.name === name ? null : (body.name ?? null) }
        : {}),
    };
    if (role !== undefined) messages.push(said);
    else if (name === 'gen_ai.choice') {
      const message = asObject(unwrappedJson(body.message));
      output.push(message === undefined ? said : { role: 'assistant', ...message });
    }
  }
  return { messages, output };
}

function ofIndexed(attributes: JsonObject): SpanContent {
  const prompts = indexed(attributes, 'gen_ai.prompt');
  if (prompts.length > 0) return { messages: prompts, output: indexed(attributes, 'gen_ai.completion') };
  return {
    messages: indexed(attributes, 'llm.input_messages').map(openInferenceMessage),
    output: indexed(attributes, 'llm.output_messages').map(openInferenceMessage),
  };
}

function openInferenceMessage(value: Json): Json {
  const message = asObject(asObject(value)?.message) ?? {};
  const contents = asArray(message.contents)?.map((item) => {
    const part = asObject(asObject(item)?.message_content) ?? {};
    const url = asObject(asObject(part.image)?.image)?.url;
    return url === undefined ? part : { type: 'image', url };
  });
  const calls = asArray(message.tool_calls)?.map((item) => asObject(item)?.tool_call ?? item);
  return {
    ...message,
    ...(contents === undefined ? {} : { content: contents }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}
