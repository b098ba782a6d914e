import type { Message, Part } from '../transcript/transcript';

const CHARACTERS_PER_TOKEN = 4;
const CHARACTERS_OF_IMAGE = 4_800;

/** [W10] A quarter of the characters of its texts, calls and thinking, as pi estimates what no usage covers. */
export function textsMessage({ parts }: Message): number {
  return Math.ceil(parts.reduce((sum, part) => sum + characters(part), 0) / CHARACTERS_PER_TOKEN);
}

function characters(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return part.text.length;
    case 'tool-call':
      return part.name.length + JSON.stringify(part.input).length;
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + characters(inner), 0);
    case 'image':
    case 'document':
      return CHARACTERS_OF_IMAGE;
    default:
      return JSON.stringify(part.json).length;
  }
}
