import type { CallId, MessageId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';
import type { SettingsSpec } from './setting';
import { tiesOf } from './ties';

export interface KeptTailSettings {
  readonly keptTokens: number;
  readonly keptMessages: number;
  readonly mostKeptTokens: number;
}

export const keptTailSettings: SettingsSpec<KeptTailSettings> = {
  keptTokens: {
    type: 'number',
    title: 'Least that is kept',
    explains: 'What is kept is taken back until it has these tokens and the messages with text.',
    rule: 'N6',
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 10_000,
  },
  keptMessages: {
    type: 'number',
    title: 'Least messages with text',
    explains: 'Results of tools do not count.',
    rule: 'N6',
    unit: 'messages',
    min: 0,
    max: 1_000,
    step: 1,
    default: 5,
  },
  mostKeptTokens: {
    type: 'number',
    title: 'Where it stops',
    explains: 'Nothing further back is taken once so much is kept.',
    rule: 'N6',
    unit: 'tokens',
    min: 0,
    max: 1_000_000,
    step: 1_000,
    default: 40_000,
  },
};

/** [N6] Where what is kept begins: at the most where the note ends, and further back for as long as it is too little. */
export function keptTailStart(
  messages: readonly ContextMessage[],
  afterCursor: number,
  { keptTokens, keptMessages, mostKeptTokens }: KeptTailSettings,
): number {
  let tokens = 0;
  let withText = 0;
  const take = (each: ContextMessage | undefined) => {
    tokens += each?.tokens ?? 0;
    if (each !== undefined && hasText(each)) withText += 1;
  };
  messages.slice(afterCursor).forEach(take);
  let start = afterCursor;
  while (start > 0 && tokens < mostKeptTokens && (tokens < keptTokens || withText < keptMessages)) {
    const before = messages[start - 1];
    if (before?.message.kind === 'summary') break;
    start -= 1;
    take(before);
  }
  return withCallsAndRecords(messages, start);
}

function hasText({ message }: ContextMessage): boolean {
  return message.parts.some((part) => part.kind === 'text' && part.text.trim() !== '');
}

/** A result needs its call in front of it, and a record of a response the records in front of it. */
function withCallsAndRecords(messages: readonly ContextMessage[], from: number): number {
  const newestCall = new Map<ToolCallId, number>();
  const firstRecord = new Map<CallId, number>();
  const needs = messages.map(({ message: { callId, parts } }, index) => {
    if (callId !== undefined && !firstRecord.has(callId)) firstRecord.set(callId, index);
    let first = (callId === undefined ? undefined : firstRecord.get(callId)) ?? index;
    for (const part of parts) {
      if (part.kind === 'tool-call') newestCall.set(part.id, index);
      else if (part.kind === 'tool-result') first = Math.min(first, newestCall.get(part.callId) ?? index);
    }
    return first;
  });
  let start = from;
  for (let index = messages.length - 1; index >= start; index--) start = Math.min(start, needs[index] ?? index);
  return start;
}

/** The messages that no layer may take, with all that they cannot stand without. */
export function withTied(messages: readonly ContextMessage[], ids: ReadonlySet<MessageId>): readonly ContextMessage[] {
  const kept = new Set(messages.filter(({ message }) => ids.has(message.id)));
  const ties = new Set<string>();
  for (let before = -1; kept.size > before; ) {
    before = kept.size;
    for (const each of kept) for (const tie of tiesOf(each)) ties.add(tie);
    for (const each of messages) if (tiesOf(each).some((tie) => ties.has(tie))) kept.add(each);
  }
  return messages.filter((each) => kept.has(each));
}
