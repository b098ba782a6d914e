import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Message, Part, Role, ToolCallId } from '../../transcript/transcript';
import { given } from '../read/given';
import { userKind } from '../read/user-kind';
import { anyParts, anyResultParts, toolCall } from './any-parts';

export type ReadMessage = Pick<Message, 'role' | 'kind' | 'parts' | 'timeMs'> & {
  readonly id?: string;
  /** Its fields, without what its framework wraps around them. */
  readonly fields: JsonObject;
};

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
};

/**
 * One message of a conversation; undefined if it is none.
 *
 *   {role, content | parts}                              OpenAI, Anthropic, AI SDK, OpenTelemetry
 *   {type: 'human', content}                             LangChain
 *   {type: 'human', data: {content}}                     LangChain's dictionaries
 *   {lc: 1, id: […, 'HumanMessage'], kwargs: {content}}  LangChain, serialized
 *   ['human', content]                                   LangChain's pairs
 *   'text'                                               a prompt
 */
export function readMessage(value: Json): ReadMessage | undefined {
  const fields = fieldsOf(value);
  const name = fields === undefined ? undefined : roleName(fields);
  // LangGraph takes a message out of its state by adding one of this kind.
  if (fields === undefined || name === undefined || name === 'remove') return undefined;
  const role = roleOf(name) ?? 'user';
  const id = asText(fields.id);
  const timeMs = asTimeMs(fields.timestamp) ?? asTimeMs(fields.created_at) ?? asTimeMs(fields.createdAt);
  return { ...content(role, fields), fields, ...given({ id, timeMs }) };
}

/** The name of a role that the model's side of the program does not know: it is read as the user's. */
export function unknownRole({ fields }: ReadMessage): string | undefined {
  const name = roleName(fields);
  return name === undefined || roleOf(name) !== undefined ? undefined : name;
}

function roleOf(name: string): Role | undefined {
  return Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;
}

function fieldsOf(value: Json): JsonObject | undefined {
  if (typeof value === 'string') return { role: 'user', content: value };
  const pair = asArray(value);
  if (pair !== undefined) {
    const [role, said] = pair;
    return pair.length === 2 && asText(role) !== undefined ? { role: role ?? null, content: said ?? null } : undefined;
  }
  const message = asObject(value);
  const kwargs = asObject(message?.kwargs);
  if (message === undefined) return undefined;
  if (kwargs !== undefined) return { type: className(message), ...kwargs };
  const data = asObject(message.data);
  if (data !== undefined && message.content === undefined && message.role === undefined) {
    return { ...data, type: message.type ?? null };
  }
  return message;
}

/** `AIMessageChunk` is `ai`. */
function className({ id }: JsonObject): string {
  const name = asText(asArray(id)?.at(-1)) ?? '';
  return name.replace(/Message(?:Chunk)?$/, '').toLowerCase();
}

function roleName(fields: JsonObject): string | undefined {
  const type = asText(fields.type)
    ?.replace(/Message(?:Chunk)?$/, '')
    .toLowerCase();
  const own = asText(fields.role);
  if (own !== undefined) return own;
  return fields.content !== undefined || fields.parts !== undefined || fields.tool_calls !== undefined
    ? type
    : undefined;
}

function content(role: Role, fields: JsonObject): Pick<Message, 'role' | 'kind' | 'parts'> {
  const said = anyParts(fields.parts ?? fields.content);
  switch (role) {
    case 'assistant':
      return { role, kind: 'reply', parts: reply(fields, said) };
    case 'tool':
      return { role, kind: 'tool-results', parts: results(fields, said) };
    case 'system':
      return { role, kind: 'injected', parts: said };
    case 'user': {
      const kind = userKind(said);
      return { role: kind === 'tool-results' ? 'tool' : role, kind, parts: said };
    }
  }
}

/** LangChain has the same calls in the content, among `tool_calls`, and as its provider wrote them. */
function reply(fields: JsonObject, said: readonly Part[]): readonly Part[] {
  const more = asObject(fields.additional_kwargs);
  const thinking =
    asText(fields.reasoning_content) || asText(fields.reasoning) || asText(more?.reasoning_content) || '';
  const hasThinking = thinking === '' || said.some(({ kind }) => kind === 'thinking');
  const known = new Set(said.flatMap((part) => (part.kind === 'tool-call' ? part.id : [])));
  const own = [...(asArray(fields.tool_calls) ?? []), ...(asArray(fields.invalid_tool_calls) ?? [])];
  const calls = (own.length > 0 ? own : (asArray(more?.tool_calls) ?? [])).flatMap((value) => {
    const call = asObject(value) ?? {};
    const definition = asObject(call.function);
    const part = toolCall(definition === undefined ? call : { ...definition, id: call.id ?? null });
    return part.kind === 'tool-call' && part.id !== '' && known.has(part.id) ? [] : [part];
  });
  const old = asObject(fields.function_call) ?? asObject(more?.function_call);
  const refusal = asText(fields.refusal) ?? '';
  return [
    ...(hasThinking ? [] : [{ kind: 'thinking', text: wellFormed(thinking) } as const]),
    ...said,
    ...(refusal === '' ? [] : [{ kind: 'text', text: wellFormed(refusal) } as const]),
    ...calls,
    ...(old === undefined || calls.length > 0 ? [] : [toolCall(old)]),
  ];
}

/** The AI SDK and OpenTelemetry have results as parts, all others one result as the message. */
function results(fields: JsonObject, said: readonly Part[]): readonly Part[] {
  if (said.some(({ kind }) => kind === 'tool-result')) return said;
  const callId = (asText(fields.tool_call_id) ?? asText(fields.toolCallId) ?? '') as ToolCallId;
  return [
    {
      kind: 'tool-result',
      callId,
      parts: anyResultParts(fields.content ?? fields.parts),
      isError: asText(fields.status) === 'error',
      ...given({ toolName: asText(fields.name) }),
    },
  ];
}
