import type { Message, Part } from '../transcript/transcript';

const CHARACTERS_PER_TOKEN = 4;

/** [T1] The counter of the teaching policies: the characters of a message as JSON. */
export function chars4Message({ role, parts }: Message): number {
  return quarter({ role, parts: parts.map(withoutData) });
}

export function chars4Part(part: Part): number {
  return quarter(withoutData(part));
}

function quarter(value: object): number {
  return Math.floor(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}

/** No policy would count an image as a million characters. */
function withoutData(part: Part): Part {
  if (part.kind === 'tool-result') {
    const holdsMedia = part.parts.some(({ kind }) => kind === 'image' || kind === 'document');
    return holdsMedia ? { ...part, parts: part.parts.map((inner) => withoutOwnData(inner)) } : part;
  }
  return withoutOwnData(part);
}

function withoutOwnData<Any extends Part>(part: Any): Any {
  if ((part.kind !== 'image' && part.kind !== 'document') || part.data === undefined) return part;
  const { data: _, ...rest } = part;
  return rest as Any;
}
