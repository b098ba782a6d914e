import type { CallId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';

type Messages = readonly ContextMessage[];

/**
 * The smallest runs of whole rounds that hold both halves of every pair of call and result, and all records of a response.
 * Nearly always single rounds, but a result may come in after the next response. Any of them can be taken away, and what
 * is left is still a valid conversation. They come one by one: who wants the oldest does not go through all.
 */
export function* closedRounds(messages: Messages): Generator<Messages, undefined> {
  const ends = endsOf(messages);
  for (let start = 0, end = 0; start < messages.length; start = end) {
    for (let needed = start + 1; end < needed; end++) {
      needed = Math.max(needed, ends[end] ?? 0);
      const isInRound = end + 1 < messages.length && messages[end + 1]?.message.kind !== 'reply';
      if (isInRound) needed = Math.max(needed, end + 2);
    }
    yield messages.slice(start, end);
  }
  return undefined;
}

interface Calls {
  /** Where the first call is that waits for a result; after the result, the newest. */
  first: number;
  newest: number;
  isOpen: boolean;
}

/** How far a run has to go that holds this message. An id that is used again does not tie what is long closed. */
function endsOf(messages: Messages): Int32Array {
  const ends = new Int32Array(messages.length);
  const calls = new Map<ToolCallId, Calls>();
  const responses = new Map<CallId, number>();
  messages.forEach(({ message: { callId, parts } }, place) => {
    if (callId !== undefined) {
      const first = responses.get(callId);
      if (first === undefined) responses.set(callId, place);
      else ends[first] = place + 1;
    }
    for (const part of parts) {
      if (part.kind === 'tool-call') {
        const before = calls.get(part.id);
        calls.set(part.id, { first: before?.isOpen ? before.first : place, newest: place, isOpen: true });
      }
      const call = part.kind === 'tool-result' ? calls.get(part.callId) : undefined;
      if (call === undefined) continue;
      ends[call.first] = Math.max(ends[call.first] ?? 0, place + 1);
      call.first = call.newest;
      call.isOpen = false;
    }
  });
  return ends;
}
