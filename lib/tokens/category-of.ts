import { assertNever } from '../base/assert-never';
import type { Message, Part, ToolResultPart } from '../transcript/transcript';
import type { Category } from './category';

/**
 * What the tokens of a part are spent on. Echoes of commands and errors count as injected: the program wrote them, not a
 * person or a model. A tool result with only media counts as media; for one with both, this returns the category of the
 * text, and `mediaShare` the share of media.
 */
export function categoryOf(message: Message, part: Part): Category {
  switch (part.kind) {
    case 'thinking':
      return 'thinking';
    case 'tool-call':
      return 'tool-calls';
    case 'tool-result':
      return isAllMedia(part) ? 'media' : 'tool-results';
    case 'image':
    case 'document':
      return 'media';
    case 'text':
    case 'unknown':
      return categoryOfText(message);
    default:
      return assertNever(part);
  }
}

function isAllMedia(part: ToolResultPart): boolean {
  return part.parts.length > 0 && part.parts.every((inner) => inner.kind === 'image' || inner.kind === 'document');
}

function categoryOfText(message: Message): Category {
  switch (message.kind) {
    case 'summary':
      return 'summary';
    case 'injected':
    case 'command-echo':
    case 'error':
    // Text beside tool results is a reminder or a note from the program.
    case 'tool-results':
      return 'injected';
    case 'prompt':
    case 'reply':
      break;
    default:
      assertNever(message.kind);
  }
  if (message.role === 'system') return 'system';
  return message.role === 'assistant' ? 'assistant' : 'user';
}
