import { asArray, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { sentModelId } from '../../economics/model-provider';
import { modelFor } from '../../economics/model-table';
import { toOpenAIRequest } from '../../exporters/openai-request';
import { readAnthropicMessage } from '../../importers/anthropic/anthropic-body';
import { anthropicParts } from '../../importers/anthropic/anthropic-content';
import { toolDefinitions } from '../../importers/anthropic/tool-definitions';
import type { Message, MessageId } from '../../transcript/transcript';
import { withoutSignatures } from './call-signature';

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_024;

/**
 * A request of the Messages API as Chat Completions, streamed. Thinking is left out, and cache marks and server-side edits
 * have no counterpart.
 *
 *   tools that must not be called   are not sent: some servers call them all the same, and some models have none
 *   a tool that must be called      becomes the format of the answer, which more servers support
 */
export function chatRequest(body: JsonObject): JsonObject {
  const id = asText(body.model) ?? '';
  const { messages, signatures } = withoutSignatures(objectsIn(body.messages));
  const choice = asText(asObject(body.tool_choice)?.type);
  const tools = objectsIn(body.tools);
  const asked = tools.find(({ name }) => choice === 'tool' && name === asObject(body.tool_choice)?.name);
  const frame = {
    model: sentModelId(id),
    maxTokens: asCount(body.max_tokens) ?? 0,
    system: anthropicParts(body.system),
    tools: choice === 'none' || choice === 'tool' ? [] : toolDefinitions(tools),
  };
  const { max_completion_tokens: limit, ...request } = toOpenAIRequest(messages.flatMap(messageOf), frame);
  return {
    ...request,
    ...(request.tools === undefined ? {} : { tools: objectsIn(request.tools).map(shortTool) }),
    messages: withFormat(objectsIn(request.messages), asked).map((message) => sentMessage(message, signatures)),
    ...(asked === undefined ? {} : { response_format: formatOf(asked) }),
    // Models of OpenAI's that reason reject the older name, which is the only one that all other servers know.
    [modelFor(id).vendor === 'openai' ? 'max_completion_tokens' : 'max_tokens']: limit,
    ...reasoning(asText(asObject(body.output_config)?.effort)),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Not all of them know more than `high`. */
function reasoning(effort: string | undefined): JsonObject {
  if (effort === undefined) return {};
  return { reasoning_effort: effort === 'xhigh' || effort === 'max' ? 'high' : effort };
}

export function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return (asArray(list) ?? []).map(asObject).filter((item) => item !== undefined);
}

function messageOf(value: JsonObject, index: number): Message[] {
  const message = readAnthropicMessage(value);
  return message === undefined ? [] : [{ ...message, id: `m${index}` as MessageId, line: index + 1 }];
}

function sentMessage(message: JsonObject, signatures: ReadonlyMap<string, JsonObject>): JsonObject {
  const calls = objectsIn(message.tool_calls);
  if (calls.length === 0) return message;
  const sent = calls.map((call) => {
    const extra = signatures.get(asText(call.id) ?? '');
    const called = shortNamed(asObject(call.function) ?? {});
    return { ...call, function: called, ...(extra === undefined ? {} : { extra_content: extra }) };
  });
  return { ...message, tool_calls: sent };
}

function shortTool({ type, function: definition }: JsonObject): JsonObject {
  const { description, ...named } = shortNamed(asObject(definition) ?? {});
  const text = asText(description);
  return {
    type: type ?? 'function',
    function: { ...named, ...(text === undefined ? {} : { description: text.slice(0, LONGEST_DESCRIPTION) }) },
  };
}

/** Names of tools may be twice as long in the Messages API. */
function shortNamed(called: JsonObject): JsonObject {
  const name = (asText(called.name) ?? '').replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST_NAME);
  return { ...called, name: name === '' ? '_' : name };
}

function formatOf({ name, input_schema }: JsonObject): JsonObject {
  return { type: 'json_schema', json_schema: { name: name ?? '', strict: true, schema: input_schema ?? {} } };
}

function withFormat(messages: readonly JsonObject[], asked: JsonObject | undefined): readonly JsonObject[] {
  if (asked === undefined) return messages;
  return withText(messages, `Answer with one JSON object and nothing else. ${asText(asked.description) ?? ''}`);
}

/** At the end of the last message, which is the user's. */
export function withText(messages: readonly JsonObject[], text: string): readonly JsonObject[] {
  const last = messages.at(-1);
  if (last === undefined) return messages;
  const before =
    typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : (asArray(last.content) ?? []);
  return [...messages.slice(0, -1), { ...last, content: [...before, { type: 'text', text }] }];
}
