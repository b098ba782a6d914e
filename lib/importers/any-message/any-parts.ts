import { asArray, asBoolean, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId } from '../../transcript/transcript';
import { documentPart, imageFromUrl, imagePart } from '../images/image-part';
import { openaiParts, toResultParts } from '../openai/content-part';
import { toolArguments } from '../openai/tool-arguments';
import { given } from '../read/given';

/** The content of a message: of Anthropic, OpenAI, LangChain, the AI SDK or OpenTelemetry. */
export function anyParts(content: Json | undefined): Part[] {
  return (asArray(content) ?? [content]).flatMap((value) => {
    const part = asObject(value);
    return part === undefined ? openaiParts(value) : anyPart(part);
  });
}

function anyPart(part: JsonObject): Part[] {
  switch (asText(part.type)) {
    case undefined:
      return asText(part.text) === undefined ? openaiParts([part]) : [text(part.text)];
    case 'text':
      return [text(part.text ?? part.content)];
    case 'reasoning':
      return [reasoning(part)];
    case 'tool-call':
    case 'tool_call':
      return [toolCall(part)];
    case 'tool-result':
    case 'tool_call_response':
      return [toolResult(part)];
    case 'image':
    case 'file':
    case 'blob':
    case 'uri':
    case 'media':
    case 'image-data':
    case 'image-url':
    case 'file-data':
    case 'file-url':
      return [media(part) ?? openaiParts([part])].flat();
    case 'step-start':
      return [];
    default:
      return openaiParts([part]);
  }
}

function text(value: Json | undefined): Part {
  return { kind: 'text', text: wellFormed(asText(value) ?? '') };
}

function reasoning(part: JsonObject): Part {
  const shown = asText(part.text) ?? asText(part.reasoning) ?? asText(part.content) ?? '';
  const opaqueLength = (asText(part.signature) ?? asText(part.encrypted_content) ?? '').length;
  return { kind: 'thinking', text: wellFormed(shown), ...(opaqueLength > 0 ? { opaqueLength } : {}) };
}

/** An id is missing in some traces: empty, for `withMadeIds`. */
export function toolCall(part: JsonObject): Part {
  return {
    kind: 'tool-call',
    id: (asText(part.toolCallId) ?? asText(part.id) ?? '') as ToolCallId,
    name: asText(part.toolName) ?? asText(part.name) ?? 'unknown',
    input: toolArguments(part.input ?? part.arguments ?? part.args),
  };
}

function toolResult(part: JsonObject): Part {
  const { output } = part;
  const typed = asObject(output);
  const outputType = asText(typed?.type) ?? '';
  const isTyped = /^(?:text|json|content|error-text|error-json|execution-denied)$/.test(outputType);
  const value = isTyped ? (typed?.value ?? typed?.reason) : (output ?? part.response ?? part.result ?? part.content);
  return {
    kind: 'tool-result',
    callId: (asText(part.toolCallId) ?? asText(part.id) ?? '') as ToolCallId,
    parts: anyResultParts(value),
    isError: outputType.startsWith('error') || (asBoolean(part.isError) ?? false),
    ...given({ toolName: asText(part.toolName) ?? asText(part.name) }),
  };
}

/** What a tool answered: content of a message, or any value, which the model saw as JSON. */
export function anyResultParts(value: Json | undefined): ResultPart[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return toResultParts(openaiParts(value));
  const items = asArray(value);
  const isContent = items?.every((item) => typeof item === 'string' || asText(asObject(item)?.type) !== undefined);
  if (isContent) return toResultParts(anyParts(value));
  return [{ kind: 'text', text: wellFormed(JSON.stringify(boundedDepth(value).value)) }];
}

const URL = /^(?:data:|https?:|gs:|s3:|file:)/;

/** An image or a file: as base64, as a URL, or, in the AI SDK, as either in one field. */
function media(part: JsonObject): Part | undefined {
  const mediaType = asText(part.mediaType) ?? asText(part.mimeType) ?? asText(part.mime_type);
  const inField = asText(part.image) ?? asText(part.data) ?? asText(part.base64) ?? asText(part.content);
  const isUrl = inField !== undefined && URL.test(inField);
  const url = isUrl ? inField : (asText(part.url) ?? asText(part.uri));
  const data = isUrl ? undefined : inField;
  const kind = `${asText(part.type)} ${asText(part.modality)} ${mediaType ?? ''} ${url?.slice(0, 20) ?? ''}`;
  const title = asText(part.filename) ?? asText(part.name);
  if (/\bimage\b/.test(kind)) {
    if (data !== undefined) return imagePart(mediaType ?? 'image/unknown', data);
    return url === undefined ? undefined : imageFromUrl(url);
  }
  if (data !== undefined) return documentPart(mediaType ?? 'application/octet-stream', data, title);
  if (url === undefined) return undefined;
  const inUrl = /^data:([^;,]*)(?:;[^,;]*)*;base64,/.exec(url.slice(0, 256));
  if (inUrl !== null) {
    return documentPart(inUrl[1] || mediaType || 'application/octet-stream', url.slice(inUrl[0].length), title);
  }
  return { kind: 'document', mediaType: mediaType ?? 'application/octet-stream', url, ...given({ title }) };
}
