import type { ChatItem } from './chat-item';

/** A prompt like any other: the API accepts it after an answer of any length, also one that is empty. */
export const CONTINUE =
  'Your answer was cut off at the output limit. Continue exactly where it ended, without repeating anything. If a tool call was cut off, make it again, in smaller parts.';

const CUT: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded']);

/** Whether the latest answer ended at a limit, and nothing came after it. */
export function isCutOff(items: readonly ChatItem[]): boolean {
  const last = items.findLast(({ type }) => type === 'reply' || type === 'prompt');
  return last?.type === 'reply' && last.tools.length === 0 && CUT.has(last.stopReason);
}
