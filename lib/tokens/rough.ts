import { assertNever } from '../base/assert-never';
import type { Message, Part, Transcript } from '../transcript/transcript';
import { isJson, utf8Bytes } from './text-size';

const BYTES_PER_TOKEN = 4;
const BYTES_PER_TOKEN_OF_JSON = 2;
const TOKENS_OF_MEDIA = 2_000;

/** [T1] What an agent can count at once, without a tokenizer: by bytes. */
export function roughText(text: string): number {
  return Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);
}

export function roughJson(json: string): number {
  return Math.ceil(utf8Bytes(json) / BYTES_PER_TOKEN_OF_JSON);
}

export function roughPart(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return roughText(part.text);
    case 'tool-call':
      return (
        roughText(part.name) +
        (typeof part.input === 'string' ? roughText(part.input) : roughJson(JSON.stringify(part.input)))
      );
    case 'tool-result':
      return part.parts.reduce(
        (sum, inner) => sum + (inner.kind === 'text' && isJson(inner.text) ? roughJson(inner.text) : roughPart(inner)),
        0,
      );
    case 'image':
    case 'document':
      return TOKENS_OF_MEDIA;
    case 'unknown':
      return roughJson(JSON.stringify(part.json));
    default:
      return assertNever(part);
  }
}

export function roughMessage(message: Message): number {
  return message.parts.reduce((sum, part) => sum + roughPart(part), 0);
}

/** What stands before the messages, as far as the file has it. */
export function roughSystem(transcript: Pick<Transcript, 'system' | 'tools'>): number {
  return (
    transcript.system.reduce((sum, part) => sum + roughPart(part), 0) +
    transcript.tools.reduce((sum, tool) => sum + roughText(tool.schemaText), 0)
  );
}
