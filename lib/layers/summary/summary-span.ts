import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import { type Failed, failed } from '../shape/failed';
import type { Env } from '../shape/layer';
import { type CutSettings, type CutSizes, contextOf, keptFirstOf, keptOf } from './cut';
import { closedStart, withTied } from './kept-tail';

/** Which part of a conversation is summarised, and which stays. */
export interface SummarySpan {
  /** Stays before the summary. */
  readonly prefix: readonly ContextMessage[];
  readonly gone: readonly ContextMessage[];
  /** Stays after the summary. */
  readonly kept: readonly ContextMessage[];
  /** [W11] Comes after everything else. */
  readonly waiting: readonly ContextMessage[];
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
 * If the pivot is a result, the cut moves back to its call. [F11] [F12] Of the whole conversation, a part may stay.
 */
export function summarySpan(
  messages: readonly ContextMessage[],
  {
    partial,
    pinned,
    waiting = 0,
    window,
    threshold,
  }: Pick<Env, 'partial' | 'pinned' | 'waiting' | 'window' | 'threshold'>,
  settings: CutSettings,
): SummarySpan | Failed {
  if (partial === undefined) {
    const end = messages.length - waiting;
    const span = wholeSpan(messages.slice(0, end), settings, pinned, { window, threshold });
    return { ...span, waiting: messages.slice(end) };
  }
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
  settings: CutSettings,
  pinned: ReadonlySet<MessageId>,
  sizes: CutSizes,
): SummarySpan {
  const first = keptFirstOf(messages, settings);
  const rest = messages.slice(first.length);
  const stay = new Set([...contextOf(rest, settings), ...keptOf(rest, settings, sizes)]);
  const kept = rest.filter((each) => stay.has(each));
  const gone = kept.length === 0 ? rest : rest.filter((each) => !stay.has(each));
  return withoutPinned(first, gone, kept, pinned);
}

/** [L3] */
export function withoutPinned(
  prefix: readonly ContextMessage[],
  span: readonly ContextMessage[],
  suffix: readonly ContextMessage[],
  pinned: ReadonlySet<MessageId>,
): SummarySpan {
  if (pinned.size === 0) return { prefix, gone: span, kept: suffix, waiting: [] };
  const stay = new Set(withTied(span, pinned));
  return { prefix, gone: span.filter((each) => !stay.has(each)), kept: [...stay, ...suffix], waiting: [] };
}
