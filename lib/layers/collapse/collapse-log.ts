import type { MessageId } from '../../transcript/transcript';
import { type Context, type ContextMessage, partRefs, tokensOf } from '../shape/context';
import { failed } from '../shape/failed';
import type { Outcome } from '../shape/layer';
import type { Collapse } from '../shape/memory';

/**
 * [C1] Restores the messages of a committed span in place of its summary, and removes the span from the log. Returns
 * nothing if that is no longer possible: the summary has left the context, or `originals` lack some of the messages.
 */
export function undoCollapse(
  context: Context,
  { first, last, summary }: Collapse,
  originals: readonly ContextMessage[],
): Context | undefined {
  const { messages, memory } = context;
  const at = messages.findIndex(({ message }) => message.id === summary);
  const place = placeOf({ first, last }, originals);
  if (at === -1 || place === undefined) return undefined;
  return {
    messages: [...messages.slice(0, at), ...originals.slice(place.start, place.end), ...messages.slice(at + 1)],
    memory: { ...memory, collapses: memory.collapses.filter((each) => each.summary !== summary) },
  };
}

/** [C1] Unfolds on request: the latest span that contains the message, or whose summary it is. */
export function unfolded(context: Context, message: MessageId): Outcome {
  const collapse = context.memory.collapses.findLast(
    ({ summary, span = [] }) =>
      span.length > 0 && (summary === message || span.some((each) => each.message.id === message)),
  );
  const summary = context.messages.find((each) => each.message.id === collapse?.summary);
  const span = collapse?.span ?? [];
  const undone = collapse && undoCollapse(context, collapse, span);
  if (undone === undefined || summary === undefined) return failed('empty', 'C1', 'not-collapsed', { message });
  const after = tokensOf(span);
  return {
    type: 'changed',
    context: undone,
    changes: [
      { fate: 'unfolded', parts: partRefs([summary]), tokens: summary.tokens },
      { fate: 'restored', parts: partRefs(span), tokens: -after },
    ],
    freedTokens: summary.tokens - after,
    reason: { rule: 'C1', code: 'unfolded', values: { before: summary.tokens, messages: span.length, after } },
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The position of a span, from its first message to after its last. */
export function placeOf(
  { first, last }: Pick<Collapse, 'first' | 'last'>,
  messages: readonly ContextMessage[],
): Place | undefined {
  const start = messages.findIndex(({ message }) => message.id === first);
  const end = messages.findLastIndex(({ message }) => message.id === last) + 1;
  return start === -1 || end <= start ? undefined : { start, end };
}

/** Spans are no longer staged if a part of them was removed or pinned since, or if too little is left of them. */
export function withoutLost(
  { messages, memory }: Context,
  leastTokens: number,
  pinned: ReadonlySet<MessageId>,
): Context {
  const collapses = memory.collapses.filter((each) => {
    if (each.state === 'committed') return true;
    const place = placeOf(each, messages);
    if (place === undefined) return false;
    const span = messages.slice(place.start, place.end);
    return tokensOf(span) >= leastTokens && span.every(({ message }) => !pinned.has(message.id));
  });
  return collapses.length === memory.collapses.length
    ? { messages, memory }
    : { messages, memory: { ...memory, collapses } };
}

export function stagedIn(collapses: readonly Collapse[]): readonly Collapse[] {
  return collapses.filter(({ state }) => state === 'staged');
}
