import type { CallId, Message, ToolCallId } from '../../transcript/transcript';

interface Calls {
  /** The first call that waits for a result; after the result, the latest. */
  first: number;
  newest: number;
  isOpen: boolean;
}

/**
 * For each message, the last one that it must not be separated from: the result of its call, the other records of its
 * response. A reused id does not tie pairs that are already complete.
 */
export function reachesOf(messages: readonly Message[]): Int32Array {
  const reaches = Int32Array.from(messages, (_, place) => place);
  const calls = new Map<ToolCallId, Calls>();
  const responses = new Map<CallId, { readonly first: number; latest: number }>();
  messages.forEach(({ callId, parts }, place) => {
    if (callId !== undefined) {
      const records = responses.get(callId);
      if (records === undefined) responses.set(callId, { first: place, latest: place });
      else {
        // Should the first be removed, the others still belong together.
        for (const record of [records.first, records.latest]) reaches[record] = Math.max(reaches[record] ?? 0, place);
        records.latest = place;
      }
    }
    for (const part of parts) {
      if (part.kind === 'tool-call') {
        const before = calls.get(part.id);
        calls.set(part.id, { first: before?.isOpen ? before.first : place, newest: place, isOpen: true });
      }
      const call = part.kind === 'tool-result' ? calls.get(part.callId) : undefined;
      if (call === undefined) continue;
      reaches[call.first] = Math.max(reaches[call.first] ?? 0, place);
      call.first = call.newest;
      call.isOpen = false;
    }
  });
  return reaches;
}
