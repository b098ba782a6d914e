import { asArray, asObject, asText, type Json, type JsonObject } from '../../../lib/base/json';
import type { ChatProblem } from './chat-faults';
import type { ChatModel } from './chat-models';
import type { ChatProblems } from './check-chat-request';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'tool_calls', 'refusal'],
  tool: ['role', 'content', 'tool_call_id'],
};
const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};
const LONGEST_ID = 40;
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE = /^(https?:\/\/|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$)/;
const FILE = /^data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/;

/** Roles, parts, and that every call has its results right after it, and every result its call before it. */
export function* messageProblems(messages: Json | undefined, { signsCalls }: ChatModel): ChatProblems {
  const list = asArray(messages);
  if (list === undefined) {
    yield { message: "Missing required parameter: 'messages'.", param: 'messages', code: 'missing_required_parameter' };
    return;
  }
  if (list.length === 0) {
    yield { message: "Invalid 'messages': empty array.", param: 'messages', code: 'empty_array' };
  }
  const lastPrompt = list.findLastIndex((item) => asObject(item)?.role === 'user');
  const open = new Set<string>();
  for (const [index, item] of list.entries()) {
    const at = `messages.[${index}]`;
    const message = asObject(item);
    const role = asText(message?.role) ?? '';
    if (message === undefined || FIELDS[role] === undefined) {
      yield {
        message: `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
        param: `${at}.role`,
        code: 'invalid_value',
      };
      continue;
    }
    for (const name of Object.keys(message)) {
      if (!FIELDS[role]?.includes(name))
        yield { message: `Unrecognized request argument supplied: ${at}.${name}`, param: at };
    }
    if (role !== 'tool' && open.size > 0) yield unanswered(open, at);
    if (role === 'tool') yield* resultProblems(message, open, at);
    yield* contentProblems(message, role, at);
    if (role !== 'assistant') continue;
    yield* callProblems(message.tool_calls, open, at);
    yield* signatureProblems(message.tool_calls, signsCalls, index > lastPrompt, at);
  }
  if (open.size > 0) yield unanswered(open, `messages.[${list.length}]`);
}

function unanswered(open: Set<string>, at: string): ChatProblem {
  const missing = [...open].join(', ');
  open.clear();
  return {
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing}`,
    param: `${at}.role`,
  };
}

function* resultProblems(message: JsonObject, open: Set<string>, at: string): ChatProblems {
  const id = asText(message.tool_call_id);
  if (id === undefined) {
    yield {
      message: `Missing required parameter: '${at}.tool_call_id'.`,
      param: at,
      code: 'missing_required_parameter',
    };
    return;
  }
  if (!open.delete(id)) {
    yield {
      message:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      param: `${at}.role`,
    };
  }
}

function* contentProblems(message: JsonObject, role: string, at: string): ChatProblems {
  const { content } = message;
  if (typeof content === 'string') return;
  if (content === null || content === undefined) {
    const mayBeNull = role === 'assistant' && asArray(message.tool_calls) !== undefined;
    if (!mayBeNull)
      yield { message: `Invalid value for 'content': expected a string, got null.`, param: `${at}.content` };
    return;
  }
  const parts = asArray(content);
  if (parts === undefined || parts.length === 0) {
    yield { message: `Invalid '${at}.content': expected a string or a non-empty array.`, param: `${at}.content` };
  }
  for (const [index, item] of (parts ?? []).entries())
    yield* partProblems(asObject(item) ?? {}, role, `${at}.content.[${index}]`);
}

function* partProblems(part: JsonObject, role: string, at: string): ChatProblems {
  const type = asText(part.type) ?? '';
  if (!PARTS[role]?.includes(type)) {
    yield {
      message: `Invalid content type. A message with role '${role}' may not contain '${type}'.`,
      param: at,
      code: 'invalid_value',
    };
    return;
  }
  for (const name of Object.keys(part)) {
    if (name !== 'type' && name !== type)
      yield { message: `Unrecognized request argument supplied: ${at}.${name}`, param: at };
  }
  if (type === 'text' && typeof part.text !== 'string')
    yield { message: `Missing required parameter: '${at}.text'.`, param: at };
  if (type === 'image_url' && !IMAGE.test(asText(asObject(part.image_url)?.url) ?? '')) {
    yield {
      message: `Invalid MIME type or URL of an image: '${at}'. Only image types are supported.`,
      param: at,
      code: 'invalid_image_url',
    };
  }
  if (type === 'file') {
    const file = asObject(part.file) ?? {};
    const isSent = FILE.test(asText(file.file_data) ?? '') && typeof file.filename === 'string';
    if (!isSent && typeof file.file_id !== 'string')
      yield { message: `Missing required parameter: '${at}.file.file_id'.`, param: at };
  }
}

function* callProblems(calls: Json | undefined, open: Set<string>, at: string): ChatProblems {
  if (calls === undefined) return;
  const list = asArray(calls) ?? [];
  if (list.length === 0) {
    yield {
      message: `Invalid '${at}.tool_calls': empty array. Expected an array with minimum length 1.`,
      param: at,
      code: 'empty_array',
    };
  }
  for (const [index, item] of list.entries()) {
    const place = `${at}.tool_calls[${index}]`;
    const call = asObject(item) ?? {};
    const id = asText(call.id) ?? '';
    const called = asObject(call.function) ?? {};
    if (id === '' || id.length > LONGEST_ID) {
      yield { message: `Invalid '${place}.id': expected a string of 1 to ${LONGEST_ID} characters.`, param: place };
    }
    if (open.has(id)) yield { message: `Duplicate tool call id: ${id}`, param: place };
    if (call.type !== 'function') yield { message: `Missing required parameter: '${place}.type'.`, param: place };
    for (const name of Object.keys(call)) {
      if (!['id', 'type', 'function', 'extra_content'].includes(name)) {
        yield { message: `Unrecognized request argument supplied: ${place}.${name}`, param: place };
      }
    }
    if (!NAME.test(asText(called.name) ?? '')) {
      yield {
        message: `Invalid '${place}.function.name': string does not match pattern '^[a-zA-Z0-9_-]+$' of at most 64.`,
        param: place,
      };
    }
    // The API takes any text here; servers that render a template only take JSON.
    if (!isJsonObject(called.arguments))
      yield { message: `Invalid '${place}.function.arguments': expected JSON.`, param: place };
    open.add(id);
  }
}

/** Gemini signs the first call of each reply, and requires that back within a turn. No other server knows the field. */
function* signatureProblems(calls: Json | undefined, isKnown: boolean, isInTurn: boolean, at: string): ChatProblems {
  for (const [index, item] of (asArray(calls) ?? []).entries()) {
    const extra = asObject(asObject(item)?.extra_content);
    if (extra !== undefined && !isKnown) {
      yield { message: `Unrecognized request argument supplied: ${at}.tool_calls[${index}].extra_content`, param: at };
    }
    const signature = asText(asObject(extra?.google)?.thought_signature) ?? '';
    if (isKnown && isInTurn && index === 0 && signature === '') {
      yield { message: 'Function call is missing a thought_signature in functionCall parts.', param: at };
    }
  }
}

function isJsonObject(text: Json | undefined): boolean {
  if (typeof text !== 'string') return false;
  try {
    return asObject(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
}
