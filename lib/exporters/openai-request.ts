import { assertNever } from '../base/assert-never';
import type { Json, JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { DocumentPart, ImagePart, Message, Part, ToolCallPart, ToolResultPart } from '../transcript/transcript';
import { isSendableImage, isWebAddress, mediaNote, unknownAsText } from './media-note';
import { type RequestFrame, sentTool } from './request-frame';
import { conversationOf, type ModelTurn, type Turn, type UserTurn } from './turns';
import { wireIds } from './wire-ids';

/** The limit of older models. */
const LONGEST_ID = 40;
const NOT_IN_FILE = 'not in the transcript';

/**
 * The body of a request to OpenAI's Chat Completions. Results may only contain text there, so their images follow in a
 * user message after all results of the turn; the error flag of a result cannot be expressed.
 */
export function toOpenAIRequest(messages: readonly Message[], frame: RequestFrame): JsonObject {
  const { system, turns } = conversationOf(messages);
  return {
    model: frame.model,
    max_completion_tokens: frame.maxTokens,
    ...(frame.tools.length === 0 ? {} : { tools: frame.tools.map(tool) }),
    messages: [...spoken('system', [...frame.system, ...system]), ...turns.flatMap(messagesOf)],
  };
}

function tool(definition: RequestFrame['tools'][number]): JsonObject {
  const { name, description, schema } = sentTool(definition);
  return { type: 'function', function: { name, ...optional('description', description), parameters: schema } };
}

const wireId = wireIds(LONGEST_ID);

function messagesOf(turn: Turn): JsonObject[] {
  return turn.side === 'assistant' ? [reply(turn)] : fromUser(turn);
}

function reply({ parts }: ModelTurn): JsonObject {
  const calls = parts.filter((part) => part.kind === 'tool-call');
  const content = contentOf(parts.filter((part) => part.kind !== 'tool-call').flatMap(textOnly));
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(call) }),
  };
}

function call({ id, name, input }: ToolCallPart): JsonObject {
  const written = typeof input === 'string' ? input : JSON.stringify(input);
  return { id: wireId(id), type: 'function', function: { name, arguments: written } };
}

function fromUser({ results, others }: UserTurn): JsonObject[] {
  if (results.length === 0 && others.length === 0) return [{ role: 'user', content: '' }];
  return [
    ...results.map(result),
    ...spoken('user', results.flatMap(mediaOf)),
    ...others.flatMap(({ role, parts }) => spoken(role, parts)),
  ];
}

function result({ callId, parts }: ToolResultPart): JsonObject {
  const content = parts.flatMap((part) =>
    isMedia(part) ? [textItem(mediaNote(part, 'see the message after the results'))] : textOnly(part),
  );
  return { role: 'tool', tool_call_id: wireId(callId), content: contentOf(content) };
}

function mediaOf({ callId, parts }: ToolResultPart): Part[] {
  const media = parts.filter(isMedia);
  return media.length === 0 ? [] : [{ kind: 'text', text: `From the result of ${wireId(callId)}:` }, ...media];
}

function spoken(role: 'user' | 'system', parts: readonly Part[]): JsonObject[] {
  if (parts.length === 0) return [];
  return [{ role, content: contentOf(parts.flatMap(role === 'user' ? item : textOnly)) }];
}

/** A single text is sent as a string, which every server accepts. */
function contentOf(items: readonly JsonObject[]): Json {
  const [only] = items;
  if (only === undefined) return '';
  return items.length === 1 && typeof only.text === 'string' ? only.text : items;
}

function textItem(text: string): JsonObject {
  return { type: 'text', text };
}

/** Media are only allowed in user messages. */
function textOnly(part: Part): JsonObject[] {
  return isMedia(part) ? [textItem(mediaNote(part, 'left out'))] : item(part);
}

function isMedia(part: Part): part is ImagePart | DocumentPart {
  return part.kind === 'image' || (part.kind === 'document' && part.text === undefined);
}

function item(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [textItem(part.text)];
    // Calls and results have their own fields; thinking has none.
    case 'thinking':
    case 'tool-call':
    case 'tool-result':
      return [];
    case 'image':
      return [image(part)];
    case 'document':
      return [document(part)];
    case 'unknown':
      return [textItem(unknownAsText(part))];
    default:
      return assertNever(part);
  }
}

function image(part: ImagePart): JsonObject {
  const { data, url, mediaType } = part;
  if (data !== undefined && isSendableImage(mediaType)) {
    return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
  }
  if (url !== undefined && isWebAddress(url)) return { type: 'image_url', image_url: { url } };
  return textItem(mediaNote(part, data === undefined ? NOT_IN_FILE : 'of a kind that is not accepted'));
}

function document(part: DocumentPart): JsonObject {
  const { data, url, text, mediaType, title } = part;
  if (text !== undefined) return textItem(title === undefined ? text : `${title}\n\n${text}`);
  if (data !== undefined) {
    const file = { filename: title ?? 'document', file_data: `data:${mediaType};base64,${data}` };
    return { type: 'file', file };
  }
  if (url?.startsWith('file-')) return { type: 'file', file: { file_id: url } };
  return textItem(mediaNote(part, NOT_IN_FILE));
}
