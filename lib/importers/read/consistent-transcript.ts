import type { Boundary, Call, CallId, Message, MessageId, Transcript } from '../../transcript/transcript';

/**
 * What names something in a damaged file of our own may name nothing in it, or stand elsewhere: ids are unique, a reply
 * stands where its call does, and boundaries name messages that there are. `repaired` is told how much was wrong.
 */
export function consistentTranscript(
  given: Transcript,
  repaired: (count: number, what: string) => void,
): Pick<Transcript, 'messages' | 'calls' | 'boundaries'> {
  const messages = distinct(given.messages);
  repaired(given.messages.length - messages.length, 'messages have the id of an earlier one');
  const calls = distinct(given.calls);
  repaired(given.calls.length - calls.length, 'calls have the id of an earlier one');
  const replies = repliesOf(messages, new Set(calls.map(({ id }) => id)));
  const owned = new Set(replies.values());
  const ids = new Set<MessageId>(messages.map(({ id }) => id));
  const moved = calls.map((call) => standing(call, replies));
  const named = given.boundaries.map((boundary) => naming(boundary, ids));
  const own = messages.map((message, place) => (owned.has(place) ? message : withoutCall(message)));
  repaired(changesIn(calls, moved), 'calls stood elsewhere than their reply');
  repaired(changesIn(given.boundaries, named), 'boundaries name messages that are not in the file');
  repaired(changesIn(messages, own), 'replies belong to no call, or to that of another');
  return { messages: own, calls: moved.toSorted((a, b) => a.at - b.at), boundaries: named };
}

function distinct<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  const ids = new Set(items.map(({ id }) => id));
  return ids.size === items.length
    ? items
    : [...new Map(items.toReversed().map((item) => [item.id, item])).values()].reverse();
}

/** The first reply to each call. */
function repliesOf(messages: readonly Message[], calls: ReadonlySet<CallId>): ReadonlyMap<CallId, number> {
  const replies = new Map<CallId, number>();
  for (const [place, { callId }] of messages.entries()) {
    if (callId !== undefined && calls.has(callId) && !replies.has(callId)) replies.set(callId, place);
  }
  return replies;
}

function standing(call: Call, replies: ReadonlyMap<CallId, number>): Call {
  const at = replies.get(call.id) ?? call.at;
  return at === call.at ? call : { ...call, at };
}

function withoutCall(message: Message): Message {
  if (message.callId === undefined) return message;
  const { callId: _, ...others } = message;
  return others;
}

function naming(boundary: Boundary, ids: ReadonlySet<MessageId>): Boundary {
  const { summaryMessageId: summary, keptMessageIds: kept, droppedMessageIds: dropped } = boundary;
  const isIn = (id: MessageId) => ids.has(id);
  const isKnown =
    [kept, dropped].every((list) => list?.every(isIn) !== false) && (summary === undefined || isIn(summary));
  if (isKnown) return boundary;
  const { summaryMessageId: _, ...others } = boundary;
  return {
    ...others,
    ...(summary !== undefined && isIn(summary) ? { summaryMessageId: summary } : {}),
    ...(kept === undefined ? {} : { keptMessageIds: kept.filter(isIn) }),
    ...(dropped === undefined ? {} : { droppedMessageIds: dropped.filter(isIn) }),
  };
}

function changesIn<Item>(before: readonly Item[], after: readonly Item[]): number {
  return before.filter((item, place) => item !== after[place]).length;
}
