import type { CallId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';
import { roundsOf } from './rounds';

/**
 * The smallest runs of whole rounds that hold both halves of every pair of call and result, and all records of a response.
 * Nearly always single rounds, but a result may come in after the next response. Any of them can be taken away, and what
 * is left is still a valid conversation.
 */
export function closedRounds(messages: readonly ContextMessage[]): readonly (readonly ContextMessage[])[] {
  const rounds = roundsOf({ messages });
  const ends = endsOf(rounds);
  const runs: ContextMessage[][] = [];
  let end = -1;
  rounds.forEach((round, place) => {
    if (place > end) runs.push([]);
    runs.at(-1)?.push(...round);
    end = Math.max(end, ends[place] ?? place);
  });
  return runs;
}

interface Calls {
  /** The round of the first call that waits for a result; after the result, of the newest. */
  readonly first: number;
  readonly newest: number;
  readonly isOpen: boolean;
}

/** For each round the last one that it must not be parted from. An id that is used again does not tie what is long closed. */
function endsOf(rounds: readonly (readonly ContextMessage[])[]): number[] {
  const ends = rounds.map((_, place) => place);
  const calls = new Map<ToolCallId, Calls>();
  const responses = new Map<CallId, number>();
  const tie = (first: number, place: number) => {
    ends[first] = Math.max(ends[first] ?? first, place);
  };
  rounds.forEach((round, place) => {
    for (const { message } of round) {
      if (message.callId !== undefined) {
        const first = responses.get(message.callId) ?? place;
        responses.set(message.callId, first);
        tie(first, place);
      }
      for (const part of message.parts) {
        if (part.kind === 'tool-call') {
          const before = calls.get(part.id);
          calls.set(part.id, { first: before?.isOpen ? before.first : place, newest: place, isOpen: true });
        }
        const call = part.kind === 'tool-result' ? calls.get(part.callId) : undefined;
        if (part.kind !== 'tool-result' || call === undefined) continue;
        tie(call.first, place);
        calls.set(part.callId, { ...call, first: call.newest, isOpen: false });
      }
    }
  });
  return ends;
}
