import type { ChatItem } from '../agent/chat-item';
import { assertNever } from '../base/assert-never';
import type { Command } from '../simulator/pipeline';

/** What the user has typed in a run, oldest first. */
export function sentLines(items: readonly ChatItem[]): readonly string[] {
  return items.flatMap((item) => {
    if (item.type === 'prompt') return item.text;
    return item.type === 'command' ? commandText(item.command) : [];
  });
}

/** As it is typed. */
export function commandText(command: Command): string {
  switch (command.type) {
    case 'compact':
      return command.focus === undefined ? '/compact' : `/compact ${command.focus}`;
    case 'snip':
      return '/snip';
    case 'note':
      return '/summary';
    default:
      return assertNever(command);
  }
}
