import type { Message, Part } from '../transcript/transcript';

const CHARACTERS_PER_TOKEN = 4;

/** [T1] What the teaching policies count with: the characters of a message as JSON. */
export function chars4Message(message: Message): number {
  return quarter({ role: message.role, parts: message.parts });
}

export function chars4Part(part: Part): number {
  return quarter(part);
}

/** Base64 is left out: no policy would find a picture to be worth a million characters. */
function quarter(value: object): number {
  const json = JSON.stringify(value, (key, item) => (key === 'data' && typeof item === 'string' ? undefined : item));
  return Math.floor(json.length / CHARACTERS_PER_TOKEN);
}
