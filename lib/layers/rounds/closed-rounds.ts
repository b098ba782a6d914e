import type { ContextMessage } from '../shape/context';

type Messages = readonly ContextMessage[];

/**
 * The smallest runs of whole rounds that hold both halves of every pair of call and result, and all records of a response.
 * Nearly always single rounds, but a result may come in after the next response. Any of them can be taken away, and what
 * is left is still a valid conversation. They come one by one: who wants the oldest does not go through all.
 */
export function* closedRounds(messages: Messages, from = 0): Generator<Messages, undefined> {
  for (let start = from, end = from; start < messages.length; start = end) {
    end = endOfRun(messages, start);
    yield messages.slice(start, end);
  }
  return undefined;
}

function endOfRun(messages: Messages, start: number): number {
  let reach = -1;
  let end = start;
  for (let place = start; place < messages.length; place++) {
    const each = messages[place];
    if (each === undefined) break;
    const { makeup, recordedAt } = each;
    const isTied = recordedAt !== undefined && recordedAt.at <= reach;
    // What a layer put between two messages that are tied belongs to their run; behind the last of them it may not.
    if (place > start && makeup.isReply && !isTied && !goesOn(messages, place, reach)) break;
    if (recordedAt !== undefined) reach = Math.max(reach, recordedAt.reach);
    end = place + 1;
  }
  return end;
}

/** Whether what was recorded next is within reach. */
function goesOn(messages: Messages, from: number, reach: number): boolean {
  for (let place = from; place < messages.length; place++) {
    const recordedAt = messages[place]?.recordedAt;
    if (recordedAt !== undefined) return recordedAt.at <= reach;
  }
  return false;
}
