import type { MessageId } from '../../transcript/transcript';
import { wasPutThere } from '../put-back/put-back';
import type { ContextMessage } from '../shape/context';
import { type Failed, failed } from '../shape/failed';
import type { Env } from '../shape/layer';
import { closedStart, type KeptRoundsSettings, keptRoundsStart, withTied } from './kept-tail';

/** Which part of a conversation is summarised, and which stays. */
export interface SummarySpan {
  /** Stays before the summary. */
  readonly prefix: readonly ContextMessage[];
  readonly gone: readonly ContextMessage[];
  /** Stays after the summary. */
  readonly kept: readonly ContextMessage[];
}

/**
 * [F8] The whole conversation, or the part on one side of a pivot. Pinned messages stay after the summary.
 *
 *   from m3               up-to m3
 *
 *   m0  stays             m0  gone   ┐
 *   m1  stays             m1  gone   │
 *   m2  stays             m2  gone   ┘
 *   m3  gone   ┐          m3  stays
 *   m4  gone   ┘          m4  stays
 *
 * If the pivot is a result, the cut moves back to its call. [F11] Of the whole conversation, the latest rounds may stay.
 */
export function summarySpan(
  messages: readonly ContextMessage[],
  { partial, pinned }: Pick<Env, 'partial' | 'pinned'>,
  keptRounds: KeptRoundsSettings,
): SummarySpan | Failed {
  if (partial === undefined) return wholeSpan(messages, keptRounds, pinned);
  const pivot = messages.findIndex(({ message }) => message.id === partial.pivot);
  if (pivot === -1) return failed('empty', 'F8', 'no-pivot', { pivot: partial.pivot });
  const cut = closedStart(messages, pivot);
  const before = messages.slice(0, cut);
  const after = messages.slice(cut);
  return partial.direction === 'from'
    ? withoutPinned(before, after, [], pinned)
    : withoutPinned([], before, after, pinned);
}

/** [F11] What an earlier compaction put between the kept rounds does not stay: it is restored after them, if it is still needed. */
export function wholeSpan(
  messages: readonly ContextMessage[],
  keptRounds: KeptRoundsSettings,
  pinned: ReadonlySet<MessageId>,
): SummarySpan {
  const start = keptRoundsStart(messages, keptRounds);
  if (start === messages.length) return withoutPinned([], messages, [], pinned);
  const tail = messages.slice(start);
  const gone = [...messages.slice(0, start), ...tail.filter(wasPutThere)];
  const kept = tail.filter((each) => !wasPutThere(each));
  return withoutPinned([], gone, kept, pinned);
}

/** [L3] */
export function withoutPinned(
  prefix: readonly ContextMessage[],
  span: readonly ContextMessage[],
  suffix: readonly ContextMessage[],
  pinned: ReadonlySet<MessageId>,
): SummarySpan {
  if (pinned.size === 0) return { prefix, gone: span, kept: suffix };
  const stay = new Set(withTied(span, pinned));
  return { prefix, gone: span.filter((each) => !stay.has(each)), kept: [...stay, ...suffix] };
}
