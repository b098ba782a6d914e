import type { ContextMessage } from '../shape/context';
import type { Env } from '../shape/layer';
import { type Notice, noticeIn } from './notices';
import { putBack } from './put-back';

/** [F6] The latest notice of each of these kinds, in this order, unless it is in the kept messages. */
export function restoredNotices(
  kinds: readonly Notice[],
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  env: Env,
): ContextMessage[] {
  const inSight = new Set(kept);
  const found = new Map<Notice, ContextMessage[]>();
  for (let index = messages.length - 1; index >= 0 && found.size < kinds.length; index--) {
    const each = messages[index];
    if (each === undefined || each.shape.isReply || each.shape.results === each.shape.parts) continue;
    for (const { part, tokens } of each.parts.toReversed()) {
      const notice = noticeIn(each.message, part);
      if (part.kind !== 'text' || notice === undefined || found.has(notice) || !kinds.includes(notice)) continue;
      found.set(notice, inSight.has(each) ? [] : [putBack(notice, { part, tokens }, env)]);
    }
  }
  return kinds.flatMap((kind) => found.get(kind) ?? []);
}
