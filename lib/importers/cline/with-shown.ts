import type { Boundary, Call, Message, MessageId, Transcript } from '../../transcript/transcript';
import { given } from '../read/given';

export const SHOWN_FILE = 'ui_messages.json';

/** The file with what was sent, for that with what was shown. */
export function besideOf(path: string): string | undefined {
  const isShown = path === SHOWN_FILE || path.endsWith(`/${SHOWN_FILE}`);
  return isShown ? `${path.slice(0, -SHOWN_FILE.length)}api_conversation_history.json` : undefined;
}

/** Its folder is named after the task, by the time at which that started. */
export function taskIdOf(path: string, { messages }: Transcript): string {
  return path.split('/').at(-2) ?? String(messages[0]?.timeMs ?? 'task');
}

/**
 * One task from its two files: the messages as they were sent, and from what was shown the tokens of each call and the
 * places of the compactions, with their sizes.
 */
export function withShown(sent: Transcript, shown: Transcript): Transcript {
  const shownOf = pairs(sent.calls, shown.calls);
  const calls = sent.calls.map((call): Call => {
    const other = shownOf.get(call);
    return other === undefined
      ? call
      : {
          ...call,
          ...given({
            usage: other.usage ?? call.usage,
            model: call.model ?? other.model,
            timeMs: call.timeMs ?? other.timeMs,
          }),
        };
  });
  const sentOf = new Map([...shownOf].map(([call, other]) => [other, call]));
  let { messages } = sent;
  const moved = shown.boundaries.map((boundary, index) => {
    const next = shown.calls.find(({ at }) => at >= boundary.at);
    const reply = next === undefined ? undefined : sentOf.get(next);
    const own = sent.boundaries[index];
    const marker = own?.summaryMessageId;
    const hidden = own === undefined ? droppedFrom(shown, boundary, sent) : droppedBy(sent, own);
    const summary = messages.find(({ id }) => id === marker);
    const others = messages.filter((message) => message !== summary);
    const found = reply === undefined ? -1 : others.findIndex(({ callId }) => callId === reply.id);
    const at = found < 0 ? others.length : found;
    messages = summary === undefined ? others : [...others.slice(0, at), summary, ...others.slice(at)];
    const { preTokens, postTokens, timeMs, trigger } = boundary;
    return {
      ...(own ?? boundary),
      trigger,
      at,
      keptMessageIds: others.slice(0, at).flatMap(({ id }) => (hidden.has(id) ? [] : id)),
      keptPosition: 'before-summary',
      ...given({ preTokens, postTokens, timeMs, summaryMessageId: marker }),
    } as const;
  });
  const boundaries = [...moved, ...sent.boundaries.slice(moved.length)].sort((a, b) => a.at - b.at);
  const places = new Map(messages.flatMap(({ callId }, index) => (callId === undefined ? [] : [[callId, index]])));
  return {
    ...sent,
    models: [...new Set([...sent.models, ...shown.models])],
    messages,
    calls: calls.map((call) => ({ ...call, at: places.get(call.id) ?? call.at })).sort((a, b) => a.at - b.at),
    boundaries,
    events: sent.events,
    warnings: [...sent.warnings.filter(({ what }) => !what.includes('ui_messages.json')), ...shown.warnings],
  };
}

/** Each call as it was sent with that shown before its reply, by time; without times in order. */
function pairs(sent: readonly Call[], shown: readonly Call[]): ReadonlyMap<Call, Call> {
  const paired = new Map<Call, Call>();
  const hasTimes = sent.every(({ timeMs }) => timeMs !== undefined);
  let next = 0;
  for (const call of sent) {
    let found = next;
    if (hasTimes) {
      while (found + 1 < shown.length && (shown[found + 1]?.timeMs ?? 0) <= (call.timeMs ?? 0)) found += 1;
    }
    const other = shown[found];
    if (other === undefined) break;
    paired.set(call, other);
    next = found + 1;
  }
  return paired;
}

function droppedBy({ messages }: Transcript, { at, keptMessageIds = [] }: Boundary): ReadonlySet<MessageId> {
  const kept = new Set(keptMessageIds);
  return new Set(messages.slice(0, at).flatMap(({ id }: Message) => (kept.has(id) ? [] : id)));
}

/** Both files have a message for each request and one for its reply: those at the same places are gone. */
function droppedFrom(shown: Transcript, boundary: Boundary, sent: Transcript): ReadonlySet<MessageId> {
  const dropped = droppedBy(shown, boundary);
  return new Set(sent.messages.flatMap(({ id }, index) => (dropped.has(shown.messages[index]?.id ?? id) ? id : [])));
}
