import type { Json } from '../../base/json';
import type { Part, Transcript } from '../../transcript/transcript';
import { nextTask } from '../wire/next-task';
import type { FoundParts } from './messages';

/** So that other requests are answered and a cancellation is noticed while a large session is searched. */
const CHARACTERS_BETWEEN_PAUSES = 4_000_000;
const MAX_FOUND = 50_000;

/**
 * The parts whose text contains `text`, ignoring case; white space in it matches any white space. Arguments of calls are
 * searched value by value, so that line breaks are found although they are written as `\n`.
 */
export async function searchParts(
  transcript: Transcript,
  text: string,
  signal: AbortSignal,
  pause: () => Promise<void> = nextTask,
): Promise<FoundParts> {
  const pattern = patternOf(text);
  const keys: string[] = [];
  if (pattern === undefined) return { keys, isCut: false };
  let searched = 0;
  for (const [messageIndex, { parts }] of transcript.messages.entries()) {
    for (const [partIndex, part] of parts.entries()) {
      for (const piece of textsOf(part)) {
        searched += piece.length;
        if (!pattern.test(piece)) continue;
        if (keys.length === MAX_FOUND) return { keys, isCut: true };
        keys.push(`${messageIndex}.${partIndex}`);
        break;
      }
    }
    if (searched < CHARACTERS_BETWEEN_PAUSES) continue;
    searched = 0;
    await pause();
    if (signal.aborted) return { keys, isCut: true };
  }
  return { keys, isCut: false };
}

function patternOf(text: string): RegExp | undefined {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'), 'i');
}

export function* textsOf(part: Part): Generator<string> {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      yield part.text;
      return;
    case 'tool-call':
      yield part.name;
      yield* textsOfJson(part.input);
      return;
    case 'tool-result':
      for (const inner of part.parts) yield* textsOf(inner);
      return;
    case 'image':
      yield part.mediaType;
      return;
    case 'document':
      yield part.title ?? part.mediaType;
      yield part.text ?? '';
      return;
    case 'unknown':
      yield part.type;
      yield* textsOfJson(part.json);
  }
}

/** Without recursion: arguments may be deeply nested. */
function* textsOfJson(json: Json): Generator<string> {
  const waiting: Json[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') yield value;
    else if (typeof value !== 'object' || value === null) yield String(value);
    else if (Array.isArray(value)) for (const inner of value) waiting.push(inner);
    else {
      for (const [name, inner] of Object.entries(value)) {
        yield name;
        if (inner !== undefined) waiting.push(inner);
      }
    }
  }
}
