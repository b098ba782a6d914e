import type { ContextMessage } from '../shape/context';

type Messages = readonly ContextMessage[];

/**
 * The smallest runs of whole rounds that contain both halves of every pair of call and result, and all records of a
 * response. Nearly always single rounds, but a result may arrive after the next response. Removing any of them leaves a
 * valid conversation. A generator, so that finding the oldest does not walk everything.
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
    const { shape, recordedAt } = each;
    const isTied = recordedAt !== undefined && recordedAt.at <= reach;
    // A message that a layer inserted between two tied messages belongs to their run; one after the last of them may not.
    if (place > start && shape.isReply && !isTied && !goesOn(messages, place, reach)) break;
    if (recordedAt !== undefined) reach = Math.max(reach, recordedAt.reach);
    end = place + 1;
  }
  return end;
}

/** Whether the message recorded next is within reach. */
function goesOn(messages: Messages, from: number, reach: number): boolean {
  for (let place = from; place < messages.length; place++) {
    const recordedAt = messages[place]?.recordedAt;
    if (recordedAt !== undefined) return recordedAt.at <= reach;
  }
  return false;
}
