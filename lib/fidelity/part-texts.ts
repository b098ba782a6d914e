import { assertNever } from '../base/assert-never';
import type { Json } from '../base/json';
import type { Part } from '../transcript/transcript';

/**
 * What a part says, piece by piece. Of arguments only the values: their names are the tool's, and stand in every call of it.
 */
export function* partTexts(part: Part): Generator<string> {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      yield part.text;
      return;
    case 'tool-call':
      yield* jsonTexts(part.input);
      return;
    case 'tool-result':
      for (const inner of part.parts) yield* partTexts(inner);
      return;
    case 'document':
      if (part.text !== undefined) yield part.text;
      return;
    case 'unknown':
      yield* jsonTexts(part.json);
      return;
    case 'image':
      return;
    default:
      assertNever(part);
  }
}

/** In their order, and not by recursion: nobody promises that arguments are not nested very deeply. */
function* jsonTexts(json: Json): Generator<string> {
  const waiting: (Json | undefined)[] = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) {
      const inner = Array.isArray(value) ? value : Object.values(value);
      for (let place = inner.length - 1; place >= 0; place--) waiting.push(inner[place]);
    }
  }
}
