import { assertNever } from '../base/assert-never';
import type { Message, Part, Transcript } from '../transcript/transcript';
import { utf8Bytes } from './text-size';

const BYTES_PER_TOKEN = 4;
const TOKENS_OF_MEDIA = 2_000;

/** [T1] What an agent can count instantly, without a tokenizer: by bytes, whatever the text is. */
export function roughText(text: string): number {
  return Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);
}

export function roughPart(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return roughText(part.text);
    case 'tool-call':
      return roughText(part.name) + roughText(typeof part.input === 'string' ? part.input : JSON.stringify(part.input));
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + roughPart(inner), 0);
    case 'image':
    case 'document':
      return TOKENS_OF_MEDIA;
    case 'unknown':
      return roughText(JSON.stringify(part.json));
    default:
      return assertNever(part);
  }
}

export function roughMessage(message: Message): number {
  return message.parts.reduce((sum, part) => sum + roughPart(part), 0);
}

/** What precedes the messages, as far as the file has it. */
export function roughSystem(transcript: Pick<Transcript, 'system' | 'tools'>): number {
  return (
    transcript.system.reduce((sum, part) => sum + roughPart(part), 0) +
    transcript.tools.reduce((sum, tool) => sum + roughText(tool.schemaText), 0)
  );
}
