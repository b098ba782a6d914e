import { assertNever } from '../base/assert-never';
import { asObject, type JsonObject } from '../base/json';
import { optional } from '../base/optional';
import type { DocumentPart, ImagePart, Message, Part, ToolCallPart, ToolResultPart } from '../transcript/transcript';
import { isSendableImage, isWebAddress, mediaNote, unknownAsText } from './media-note';
import { type RequestFrame, sentTool } from './request-frame';
import { conversationOf, type Turn } from './turns';
import { wireIds } from './wire-ids';

const LONGEST_ID = 64;
const NOT_IN_FILE = 'not in the transcript';

/**
 * The body of a request to Anthropic's Messages API. Content is not repaired: what `validateRequest` reports as missing
 * or empty is missing or empty here too.
 */
export function toAnthropicRequest(messages: readonly Message[], frame: RequestFrame): JsonObject {
  const { system, turns } = conversationOf(messages);
  const before = [...frame.system, ...system].flatMap(blocksOf);
  const asCame = frame.asCame ?? NOTHING_CAME;
  return {
    model: frame.model,
    max_tokens: frame.maxTokens,
    ...(before.length === 0 ? {} : { system: before }),
    ...(frame.tools.length === 0 ? {} : { tools: frame.tools.map(tool) }),
    messages: turns.map((turn) => message(turn, asCame)),
  };
}

function tool(definition: RequestFrame['tools'][number]): JsonObject {
  const { name, description, schema } = sentTool(definition);
  return { name, ...optional('description', description), input_schema: schema };
}

const NOTHING_CAME: ReadonlyMap<Part, JsonObject> = new Map();

function message(turn: Turn, asCame: ReadonlyMap<Part, JsonObject>): JsonObject {
  if (turn.side === 'assistant') {
    const blocks = (part: Part) => [asCame.get(part) ?? blocksOf(part)].flat();
    return { role: 'assistant', content: withoutBlanks(turn.parts).flatMap(blocks) };
  }
  const parts = [...turn.results, ...turn.others.flatMap(({ parts }) => parts)];
  return { role: 'user', content: withoutBlanks(parts).flatMap(blocksOf) };
}

/**
 * Models write blank texts between calls, and these are rejected when sent back. A reply with only a blank text keeps it.
 */
function withoutBlanks(parts: readonly Part[]): readonly Part[] {
  const spoken = parts.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
  return spoken.length === 0 ? parts : spoken;
}

const wireId = wireIds(LONGEST_ID);

function blocksOf(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [textBlock(part.text)];
    case 'thinking':
      return [];
    case 'tool-call':
      return [call(part)];
    case 'tool-result':
      return [result(part)];
    case 'image':
      return [image(part)];
    case 'document':
      return [document(part)];
    case 'unknown':
      return [textBlock(unknownAsText(part))];
    default:
      return assertNever(part);
  }
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** Arguments must be an object here; free text and other values are wrapped in one. */
function call({ id, name, input }: ToolCallPart): JsonObject {
  return { type: 'tool_use', id: wireId(id), name, input: asObject(input) ?? { input } };
}

function result({ callId, parts, isError }: ToolResultPart): JsonObject {
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.kind === 'text';
  const blocks = parts.flatMap((part) => (isError ? inWords(part) : blocksOf(part)));
  return {
    type: 'tool_result',
    tool_use_id: wireId(callId),
    content: isPlain ? only.text : blocks,
    ...(isError ? { is_error: true } : {}),
  };
}

/** A result that is an error may only contain text. */
function inWords(part: ToolResultPart['parts'][number]): JsonObject[] {
  const isMedia = part.kind === 'image' || part.kind === 'document';
  return isMedia ? [textBlock(mediaNote(part, 'left out of an error'))] : blocksOf(part);
}

function image(part: ImagePart): JsonObject {
  const { data, url, mediaType } = part;
  if (data !== undefined && isSendableImage(mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  }
  const source = sourceOf(url);
  if (source !== undefined) return { type: 'image', source };
  return textBlock(mediaNote(part, data === undefined ? NOT_IN_FILE : 'of a kind that is not accepted'));
}

function document(part: DocumentPart): JsonObject {
  const { data, url, text, mediaType, title } = part;
  const named = optional('title', title);
  if (text !== undefined) {
    return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...named };
  }
  if (data !== undefined && mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data }, ...named };
  }
  const source = sourceOf(url);
  if (source !== undefined) return { type: 'document', source, ...named };
  return textBlock(mediaNote(part, data === undefined ? NOT_IN_FILE : 'of a kind that is not accepted'));
}

/** A file uploaded to another provider has an id of another form and would not be found. */
function sourceOf(url: string | undefined): JsonObject | undefined {
  if (url === undefined) return undefined;
  if (isWebAddress(url)) return { type: 'url', url };
  return url.startsWith('file_') ? { type: 'file', file_id: url } : undefined;
}
