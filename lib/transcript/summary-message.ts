import type { Boundary, Message } from './transcript';

/** The message of a compaction's summary, or its row. */
export function summaryMessage<Entry extends Pick<Message, 'id' | 'kind'>>(
  boundary: Pick<Boundary, 'at' | 'summaryMessageId'>,
  messages: readonly Entry[],
): Entry | undefined {
  const next = messages[boundary.at];
  if (boundary.summaryMessageId === undefined) return next?.kind === 'summary' ? next : undefined;
  return messages.find(({ id }) => id === boundary.summaryMessageId);
}
