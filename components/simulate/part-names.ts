import { assertNever } from '@/lib/base/assert-never';
import type { MessageRow, PartRow } from '@/lib/worker/messages';

/** What a row of the list is called. */
export function partName(message: MessageRow, part: PartRow | undefined): string {
  if (part === undefined) return 'Empty message';
  switch (part.kind) {
    case 'text':
      return textName(message);
    case 'thinking':
      return 'Thinking';
    case 'tool-call':
      return 'Call';
    case 'tool-result':
      return part.isError ? 'Error' : 'Result';
    case 'image':
      return 'Image';
    case 'document':
      return 'Document';
    case 'unknown':
      return 'Unknown part';
    default:
      return assertNever(part.kind);
  }
}

function textName({ kind, role }: MessageRow): string {
  switch (kind) {
    case 'prompt':
      return role === 'system' ? 'System' : 'User';
    case 'reply':
      return 'Assistant';
    case 'tool-results':
      return 'Tool';
    case 'injected':
      return 'Injected';
    case 'summary':
      return 'Summary';
    case 'command-echo':
      return 'Command';
    case 'error':
      return 'Error';
    default:
      return assertNever(kind);
  }
}
