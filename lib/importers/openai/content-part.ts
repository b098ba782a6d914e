import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart } from '../../transcript/transcript';
import { anthropicParts, unknownPart } from '../anthropic/anthropic-content';
import { documentPart, imageFromUrl } from '../images/image-part';
import { given } from '../read/given';

/** The content of a message or of a tool's output, in Chat Completions and in Responses. */
export function openaiParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [text(content)];
  return (asArray(content) ?? [content]).map(openaiPart);
}

/** The same for parts that a tool result may contain. */
export function openaiResultParts(content: Json | undefined): ResultPart[] {
  return toResultParts(openaiParts(content));
}

export function toResultParts(parts: readonly Part[]): ResultPart[] {
  return parts.map((part) => {
    switch (part.kind) {
      case 'thinking':
        return text(part.text);
      case 'tool-call':
        return unknownPart('tool-call', part.input);
      case 'tool-result':
        return unknownPart(
          'tool-result',
          part.parts.map((inner) => (inner.kind === 'text' ? inner.text : inner.kind)),
        );
      default:
        return part;
    }
  });
}

function text(value: string): ResultPart {
  return { kind: 'text', text: wellFormed(value) };
}

function openaiPart(value: Json): Part {
  const part = asObject(value);
  if (part === undefined) return typeof value === 'string' ? text(value) : unknownPart('value', value);
  const type = asText(part.type) ?? 'untyped';
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return text(asText(part.text) ?? '');
    case 'refusal':
      return text(asText(part.refusal) ?? '');
    case 'reasoning_text':
      return { kind: 'thinking', text: wellFormed(asText(part.text) ?? '') };
    case 'image_url':
    case 'input_image':
    case 'computer_screenshot':
      return image(part) ?? unknownPart(type, part);
    case 'file':
    case 'input_file':
      return file(part) ?? unknownPart(type, part);
    default:
      return otherPart(type, part);
  }
}

/** Proxies and stored logs mix Anthropic blocks into OpenAI messages. */
function otherPart(type: string, part: JsonObject): Part {
  const known = anthropicParts([part])[0];
  return known === undefined || known.kind === 'unknown' ? unknownPart(type, part) : known;
}

function image(part: JsonObject): Part | undefined {
  const url = asText(part.image_url) ?? asText(asObject(part.image_url)?.url) ?? asText(part.file_id);
  return url === undefined ? undefined : imageFromUrl(url);
}

function file(part: JsonObject): Part | undefined {
  const source = asObject(part.file) ?? part;
  const title = asText(source.filename);
  const data = asText(source.file_data);
  if (data !== undefined) {
    const header = /^data:([^;,]*)(?:;[^,;]*)*;base64,/.exec(data.slice(0, 256));
    return documentPart(header?.[1] || 'application/pdf', data.slice(header?.[0].length ?? 0), title);
  }
  const url = asText(source.file_url) ?? asText(source.file_id);
  if (url === undefined) return undefined;
  return { kind: 'document', mediaType: 'application/octet-stream', url, ...given({ title }) };
}
