import { asArray, asBoolean, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId, Usage } from '../../transcript/transcript';
import { documentPart, imageFromUrl, imagePart } from '../images/image-part';
import { asTokens } from '../read/as-tokens';
import { serverToolName } from './server-tool-name';

/** The content of a message in the Anthropic API: a string or a list of blocks. */
export function anthropicParts(content: Json | undefined): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)];
  return (asArray(content) ?? []).map(anthropicPart);
}

function textPart(text: string): ResultPart {
  return { kind: 'text', text: wellFormed(text) };
}

function anthropicPart(value: Json): Part {
  const block = asObject(value);
  if (block === undefined) return typeof value === 'string' ? textPart(value) : unknownPart('value', value);
  const type = asText(block.type) ?? 'untyped';
  switch (type) {
    case 'thinking':
      return {
        kind: 'thinking',
        text: wellFormed(asText(block.thinking) ?? ''),
        opaqueLength: asText(block.signature)?.length ?? 0,
      };
    case 'redacted_thinking':
      return { kind: 'thinking', text: '', opaqueLength: asText(block.data)?.length ?? 0 };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const id = asText(block.id);
      const name = asText(block.name);
      if (id === undefined || name === undefined) return unknownPart(type, block);
      const input = boundedDepth(block.input ?? {}).value;
      return { kind: 'tool-call', id: id as ToolCallId, name: serverToolName(asText(block.server_name), name), input };
    }
    default:
      return toolResult(type, block) ?? resultPart(block);
  }
}

/** `tool_result`, and the results of server-side tools (`web_search_tool_result`, …). */
function toolResult(type: string, block: JsonObject): Part | undefined {
  const callId = asText(block.tool_use_id);
  if (callId === undefined || !type.endsWith('tool_result')) return undefined;
  return {
    kind: 'tool-result',
    callId: callId as ToolCallId,
    parts: resultParts(block.content),
    isError: asBoolean(block.is_error) ?? false,
  };
}

function resultParts(content: Json | undefined): ResultPart[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [textPart(content)];
  const blocks = asArray(content) ?? [content];
  return blocks.map((value) => {
    const block = asObject(value);
    if (block !== undefined) return resultPart(block);
    return typeof value === 'string' ? textPart(value) : unknownPart('value', value);
  });
}

function resultPart(block: JsonObject): ResultPart {
  const type = asText(block.type) ?? 'untyped';
  if (type === 'text' && typeof block.text === 'string') return textPart(block.text);
  if (type === 'image') return image(block) ?? unknownPart(type, block);
  if (type === 'document') return document(block) ?? unknownPart(type, block);
  return unknownPart(type, block);
}

function image(block: JsonObject): ResultPart | undefined {
  const source = asObject(block.source);
  const data = asText(source?.data);
  if (data !== undefined) return imagePart(asText(source?.media_type) ?? 'image/unknown', data);
  const url = asText(source?.url) ?? asText(source?.file_id);
  return url === undefined ? undefined : imageFromUrl(url);
}

function document(block: JsonObject): ResultPart | undefined {
  const source = asObject(block.source);
  if (source === undefined) return undefined;
  const title = asText(block.title);
  const named = title === undefined ? {} : { title: wellFormed(title) };
  const mediaType = asText(source.media_type) ?? 'application/pdf';
  const data = asText(source.data);
  if (asText(source.type) === 'text') {
    return { kind: 'document', mediaType: 'text/plain', text: wellFormed(data ?? ''), ...named };
  }
  if (data !== undefined) return documentPart(mediaType, data, named.title);
  const url = asText(source.url) ?? asText(source.file_id);
  if (url !== undefined) return { kind: 'document', mediaType, url, ...named };
  if (source.content === undefined) return undefined;
  const text = resultParts(source.content)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('\n');
  return { kind: 'document', mediaType: 'text/plain', text, ...named };
}

export function unknownPart(type: string, json: Json): ResultPart {
  return { kind: 'unknown', type, json: withoutOpaqueStrings(json) };
}

/** Anthropic's numbers are already disjoint: `input_tokens` excludes what was read from or written to the cache. */
export function anthropicUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const passes = asArray(usage.iterations) ?? [];
  const earlier = passes.slice(0, -1).flatMap((pass) => onePass(asObject(pass)) ?? []);
  const top = onePass(usage);
  return top === undefined || earlier.length === 0 ? top : { ...top, extraPasses: earlier };
}

function onePass(usage: JsonObject | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const input = asTokens(usage.input_tokens);
  const output = asTokens(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const written = asTokens(usage.cache_creation_input_tokens) ?? 0;
  const byLife = asObject(usage.cache_creation);
  const hour = Math.min(written, asTokens(byLife?.ephemeral_1h_input_tokens) ?? 0);
  return {
    input: input ?? 0,
    cacheRead: asTokens(usage.cache_read_input_tokens) ?? 0,
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
    output: output ?? 0,
  };
}

const SHORTEST_OPAQUE = 256;
const BASE64 = /^(?:data:[^,]{0,200};base64,)?[A-Za-z0-9+/_=-]*$/;

/** JSON of an unknown shape to keep: an image or encrypted text inside it would be counted as words. */
function withoutOpaqueStrings(json: Json): Json {
  return replaced(boundedDepth(json).value);
}

function replaced(json: Json): Json {
  if (typeof json === 'string') {
    return json.length > SHORTEST_OPAQUE && BASE64.test(json) ? `[${json.length} characters of base64]` : json;
  }
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(replaced);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, replaced(item ?? null)]));
}
