import type { ChatItem } from '../../agent/view/chat-item';
import { liveCommandText } from '../../agent/view/live-command-text';

/** What the user has typed in a run, oldest first. */
export function sentLines(items: readonly ChatItem[]): readonly string[] {
  return items.flatMap((item) => {
    if (item.type === 'prompt') return item.text;
    return item.type === 'command' ? liveCommandText(item.command) : [];
  });
}
