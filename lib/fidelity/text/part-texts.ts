import { assertNever } from '../../base/assert-never';
import type { Json } from '../../base/json';
import type { Part } from '../../transcript/transcript';

/** The texts of a part. For arguments only the values: their names belong to the tool, and occur in every call of it. */
export function partTexts(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return [part.text];
    case 'tool-call':
      return jsonTexts(part.input);
    case 'tool-result':
      return part.parts.flatMap(partTexts);
    case 'document':
      return part.text === undefined ? [] : [part.text];
    case 'unknown':
      return jsonTexts(part.json);
    case 'image':
      return [];
    default:
      return assertNever(part);
  }
}

/** In order, and without recursion: arguments may be deeply nested. */
function jsonTexts(json: Json): readonly string[] {
  const texts: string[] = [];
  const waiting: (Json | undefined)[] = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      const inner = Array.isArray(value) ? value : Object.values(value);
      for (let place = inner.length - 1; place >= 0; place--) waiting.push(inner[place]);
    }
  }
  return texts;
}
