import type { CallId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';

type Messages = readonly ContextMessage[];

/**
 * The smallest runs of whole rounds that hold both halves of every pair of call and result, and all records of a response.
 * Nearly always single rounds, but a result may come in after the next response. Any of them can be taken away, and what
 * is left is still a valid conversation. They come one by one: who wants the oldest does not go through all.
 */
export function* closedRounds(messages: Messages): Generator<Messages, undefined> {
  const unanswered = new Set<ToolCallId>();
  for (let start = 0, end = 0; start < messages.length; start = end) {
    const open = new OpenEnds();
    for (let needed = start + 1; end < needed; needed = open.needed(messages, end, unanswered)) {
      do {
        open.take(messages[end]);
        end += 1;
      } while (end < messages.length && messages[end]?.message.kind !== 'reply');
    }
    yield messages.slice(start, end);
  }
  return undefined;
}

/** What a run has begun and not ended. */
class OpenEnds {
  private readonly calls = new Map<ToolCallId, number>();
  private response: CallId | undefined;

  take(each: ContextMessage | undefined): void {
    if (each === undefined) return;
    const { callId, parts } = each.message;
    if (callId !== undefined) this.response = callId;
    for (const part of parts) {
      if (part.kind === 'tool-call') this.calls.set(part.id, (this.calls.get(part.id) ?? 0) + 1);
      if (part.kind !== 'tool-result') continue;
      const waiting = this.calls.get(part.callId) ?? 0;
      if (waiting <= 1) this.calls.delete(part.callId);
      else this.calls.set(part.callId, waiting - 1);
    }
  }

  /** How far the run has to go at the least. */
  needed(messages: Messages, end: number, unanswered: Set<ToolCallId>): number {
    const next = messages[end]?.message.callId;
    let needed = next !== undefined && next === this.response ? end + 1 : end;
    for (const id of this.calls.keys()) {
      if (unanswered.has(id)) continue;
      const answer = answerTo(id, messages, end);
      if (answer === undefined) unanswered.add(id);
      else needed = Math.max(needed, answer + 1);
    }
    return needed;
  }
}

function answerTo(id: ToolCallId, messages: Messages, from: number): number | undefined {
  for (let place = from; place < messages.length; place++) {
    for (const part of messages[place]?.message.parts ?? []) {
      if (part.kind === 'tool-result' && part.callId === id) return place;
    }
  }
  return undefined;
}
