import type { Message, Part } from '../transcript/transcript';
import { utf8Bytes } from './text-size';

const BYTES_PER_TOKEN = 4;
/** What surrounds the text of an item: its type, role and ids. */
const BYTES_AROUND: Readonly<Record<'text' | 'tool-call' | 'tool-result', number>> = {
  text: 70,
  'tool-call': 110,
  'tool-result': 80,
};
const BYTES_OF_IMAGE = 7_373;

/** [W10] A quarter of the bytes of every item as JSON, as agents of the Responses API estimate what a usage does not cover yet. */
export function jsonItemsMessage({ parts }: Message): number {
  return parts.reduce((sum, part) => sum + jsonItem(part), 0);
}

function jsonItem(part: Part): number {
  switch (part.kind) {
    case 'text':
      return tokens(jsonBytes(part.text) + BYTES_AROUND.text);
    case 'tool-call':
      return tokens(jsonBytes(part.name) + jsonBytes(argumentsOf(part.input)) + BYTES_AROUND['tool-call']);
    case 'tool-result':
      return tokens(part.parts.reduce((sum, inner) => sum + contentBytes(inner), BYTES_AROUND['tool-result']));
    default:
      return tokens(contentBytes(part));
  }
}

function contentBytes(part: Part): number {
  switch (part.kind) {
    case 'text':
      return jsonBytes(part.text);
    case 'image':
    case 'document':
      return BYTES_OF_IMAGE;
    // [W10] Its size is what the model reported of it.
    case 'thinking':
      return 0;
    default:
      return jsonBytes(part);
  }
}

/** They are sent as a string of JSON. */
function argumentsOf(input: Extract<Part, { readonly kind: 'tool-call' }>['input']): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}

function tokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}
