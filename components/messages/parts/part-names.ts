import { assertNever } from '@/lib/base/assert-never';
import type { MessageRow, PartRow } from '@/lib/worker/engine/messages';

type Named = Pick<MessageRow, 'kind' | 'role'>;

/** The name of a row. */
export function partName(message: Named, part: PartRow | undefined): string {
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

function textName({ kind, role }: Named): string {
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

/** With its tool, as plain text. */
export function partTitle(message: Named, part: PartRow | undefined): string {
  return `${partName(message, part)} ${part?.toolName ?? ''}`.trim();
}

/** Shown if there are no first words. */
export function nothingIn({ kind }: PartRow): string {
  return kind === 'thinking' ? 'The text is not in the file.' : 'Empty.';
}
