import type { Message } from '../../transcript/transcript';
import { isReminder } from './user-kind';

const LONGEST_TITLE = 80;

/** First line of the first prompt. */
export function titleOf(messages: readonly Message[]): string | undefined {
  for (const message of messages) {
    if (message.kind !== 'prompt') continue;
    for (const part of message.parts) {
      if (part.kind !== 'text' || isReminder(part.text)) continue;
      const line = firstLine(part.text);
      if (line !== '') return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
    }
  }
  return undefined;
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.trim() ?? '';
}
