import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallPart, ToolDefinition, ToolResultPart } from '../../transcript/transcript';
import { unknownPart } from '../anthropic/anthropic-content';
import { documentPart, imagePart } from '../images/image-part';
import { toolArguments } from '../openai/tool-arguments';
import type { FunctionCalls } from './function-calls';

/** Content of the Gemini API: a text, a part, or a list of parts. */
export function geminiParts(content: Json | undefined, calls: FunctionCalls): Part[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [text(content)];
  return (asArray(content) ?? [content]).map((part) => geminiPart(part, calls));
}

function geminiPart(value: Json, calls: FunctionCalls): Part {
  const part = asObject(value);
  if (part === undefined) return typeof value === 'string' ? text(value) : unknownPart('value', value);
  const call = asObject(part.functionCall);
  if (call !== undefined) return functionCall(call, calls);
  const response = asObject(part.functionResponse);
  if (response !== undefined) return functionResponse(response, calls);
  const opaqueLength = (asText(part.thoughtSignature) ?? '').length;
  const said = asText(part.text);
  if (part.thought === true || (said === undefined && opaqueLength > 0)) {
    return { kind: 'thinking', text: wellFormed(said ?? ''), ...(opaqueLength > 0 ? { opaqueLength } : {}) };
  }
  if (said !== undefined) return text(said);
  return media(part) ?? unknownPart(Object.keys(part)[0] ?? 'empty', part);
}

export function functionCall(call: JsonObject, calls: FunctionCalls): ToolCallPart {
  const name = asText(call.name) ?? 'unknown';
  return { kind: 'tool-call', id: calls.asked(asText(call.id), name), name, input: toolArguments(call.args) };
}

export function functionResponse(response: JsonObject, calls: FunctionCalls): ToolResultPart {
  const name = asText(response.name);
  const content = asObject(response.response);
  const media = asArray(response.parts) ?? [];
  return {
    kind: 'tool-result',
    callId: calls.answered(asText(response.id), name),
    parts: [...responseParts(response.response), ...media.map(mediaPart)],
    isError: content !== undefined && content.output === undefined && content.error !== undefined,
    ...(name === undefined ? {} : { toolName: name }),
  };
}

/** Tools answer with an object: its output or its error is what the model reads. */
function responseParts(value: Json | undefined): ResultPart[] {
  const response = asObject(value);
  const said = response?.output ?? response?.error ?? value;
  if (said === undefined || said === null) return [];
  return [text(typeof said === 'string' ? said : JSON.stringify(boundedDepth(said).value))];
}

/** What stands beside a function's response, such as the image that it read. */
export function mediaPart(value: Json): ResultPart {
  const part = asObject(value) ?? {};
  const said = asText(part.text);
  return said === undefined ? (media(part) ?? unknownPart('part', value)) : text(said);
}

function media(part: JsonObject): ResultPart | undefined {
  const inline = asObject(part.inlineData) ?? asObject(part.inline_data);
  const data = asText(inline?.data);
  if (inline !== undefined && data !== undefined) {
    const mediaType = asText(inline.mimeType) ?? asText(inline.mime_type) ?? 'application/octet-stream';
    return mediaType.startsWith('image/') ? imagePart(mediaType, data) : documentPart(mediaType, data);
  }
  const file = asObject(part.fileData) ?? asObject(part.file_data);
  const url = asText(file?.fileUri) ?? asText(file?.file_uri);
  if (url === undefined) return undefined;
  const mediaType = asText(file?.mimeType) ?? asText(file?.mime_type) ?? 'application/octet-stream';
  return { kind: mediaType.startsWith('image/') ? 'image' : 'document', mediaType, url };
}

/** `tools` of a request: each has a list of functions. */
export function functionDeclarations(tools: Json | undefined): ToolDefinition[] {
  return (asArray(tools) ?? []).flatMap((tool) =>
    (asArray(asObject(tool)?.functionDeclarations) ?? []).flatMap((value) => {
      const name = asText(asObject(value)?.name);
      if (name === undefined) return [];
      return [{ name, schemaText: wellFormed(JSON.stringify(boundedDepth(value).value)) }];
    }),
  );
}

function text(value: string): ResultPart {
  return { kind: 'text', text: wellFormed(value) };
}
