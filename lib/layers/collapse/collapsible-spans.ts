import type { MessageId } from '../../transcript/transcript';
import { closedRounds } from '../rounds/closed-rounds';
import { tiesOf } from '../rounds/ties';
import { type ContextMessage, tokensOf } from '../shape/context';

/** Positions in the messages; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * [C4] Spans of whole rounds, oldest first, each ending with the round that brings it to `leastTokens`. None contains a
 * pinned message, a summary, anything before the first response, or one of the latest rounds.
 */
export function collapsibleSpans(
  messages: readonly ContextMessage[],
  protectedRounds: number,
  leastTokens: number,
  pinned: ReadonlySet<MessageId>,
): readonly Span[] {
  const units = [...closedRounds(messages)].flatMap(apartFromSummary);
  const newest = units.length - protectedRounds;
  const spans: Span[] = [];
  let start = 0;
  let end = 0;
  let tokens = 0;
  for (const unit of units.slice(0, Math.max(0, newest))) {
    end += unit.length;
    tokens += tokensOf(unit);
    const isRound = unit.some(({ message }) => message.kind === 'reply');
    const isProtected = unit.some(({ message }) => pinned.has(message.id) || message.kind === 'summary');
    if (isRound && !isProtected && tokens < leastTokens) continue;
    if (isRound && !isProtected) spans.push({ start, end });
    start = end;
    tokens = 0;
  }
  return spans;
}

/** The summary of an earlier span follows the round before it, but is not part of that round. */
function apartFromSummary(round: readonly ContextMessage[]): readonly (readonly ContextMessage[])[] {
  const at = round.findIndex(({ message }) => message.kind === 'summary');
  const behind = round.slice(at);
  return at <= 0 || behind.some((message) => tiesOf(message).length > 0) ? [round] : [round.slice(0, at), behind];
}
