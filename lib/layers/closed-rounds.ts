import type { CallId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';
import { roundsOf } from './rounds';

type Run = readonly ContextMessage[];

/**
 * The smallest runs of whole rounds that hold both halves of every pair of call and result, and all records of a response.
 * Nearly always single rounds, but a result may come in after the next response. Any of them can be taken away, and what
 * is left is still a valid conversation. They come one by one: who wants the oldest does not go through all.
 */
export function* closedRounds(messages: Run): Generator<Run, undefined> {
  const groups = roundsOf({ messages });
  const unanswered = new Set<ToolCallId>();
  for (let start = 0; start < groups.length; ) {
    const open = new OpenEnds();
    let end = start;
    for (let place = start; place <= end; place++) {
      open.take(groups[place] ?? []);
      if (place === end) end = open.lastNeeded(groups, place, unanswered);
    }
    const run = groups.slice(start, end + 1);
    yield run.length === 1 ? (run[0] ?? []) : run.flat();
    start = end + 1;
  }
  return undefined;
}

/** What a run has begun and not ended. */
class OpenEnds {
  private readonly calls = new Map<ToolCallId, number>();
  private response: CallId | undefined;

  take(group: Run): void {
    for (const { message } of group) {
      if (message.callId !== undefined) this.response = message.callId;
      for (const part of message.parts) {
        if (part.kind === 'tool-call') this.calls.set(part.id, (this.calls.get(part.id) ?? 0) + 1);
        if (part.kind !== 'tool-result') continue;
        const waiting = this.calls.get(part.callId) ?? 0;
        if (waiting <= 1) this.calls.delete(part.callId);
        else this.calls.set(part.callId, waiting - 1);
      }
    }
  }

  /** The group up to which the run has to go on. */
  lastNeeded(groups: readonly Run[], place: number, unanswered: Set<ToolCallId>): number {
    const next = groups[place + 1]?.find(({ message }) => message.callId !== undefined)?.message.callId;
    let last = next !== undefined && next === this.response ? place + 1 : place;
    for (const id of this.calls.keys()) {
      if (unanswered.has(id)) continue;
      const answer = groups.findIndex((group, at) => at > place && group.some((message) => answers(message, id)));
      if (answer === -1) unanswered.add(id);
      last = Math.max(last, answer);
    }
    return last;
  }
}

function answers({ message }: ContextMessage, id: ToolCallId): boolean {
  return message.parts.some((part) => part.kind === 'tool-result' && part.callId === id);
}
