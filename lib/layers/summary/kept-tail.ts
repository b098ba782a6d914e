import type { CallId, MessageId, ToolCallId } from '../../transcript/transcript';
import { wasPutThere } from '../put-back/put-back';
import { tiesOf } from '../rounds/ties';
import type { ContextMessage } from '../shape/context';
import type { SettingsSpec } from '../shape/setting';

export interface KeptTailSettings {
  readonly keptTokens: number;
  readonly keptMessages: number;
  readonly mostKeptTokens: number;
}

export const keptTailSettings: SettingsSpec<KeptTailSettings> = {
  keptTokens: {
    type: 'number',
    title: 'Min kept',
    explains: 'The kept tail grows backwards until it has this many tokens and enough messages with text.',
    rule: 'N6',
    synonyms: ['keepRecent', 'keep last', 'verbatim'],
    isMain: true,
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 10_000,
  },
  keptMessages: {
    type: 'number',
    title: 'Min messages with text',
    explains: 'Tool results do not count.',
    rule: 'N6',
    synonyms: ['keepRecent', 'keep last', 'verbatim'],
    unit: 'messages',
    min: 0,
    max: 1_000,
    step: 1,
    default: 5,
  },
  mostKeptTokens: {
    type: 'number',
    title: 'Max kept',
    explains: 'The kept tail stops growing at this size.',
    rule: 'N6',
    synonyms: ['keepRecent', 'keep last', 'verbatim'],
    isMain: true,
    unit: 'tokens',
    min: 0,
    max: 1_000_000,
    step: 1_000,
    default: 40_000,
  },
};

/** [N6] Where the kept tail starts: at the end of the note at the latest, and further back while it is too short. */
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
  return closedStart(messages, start);
}

function hasText({ message }: ContextMessage): boolean {
  return message.parts.some((part) => part.kind === 'text' && part.text.trim() !== '');
}

export interface KeptRoundsSettings {
  readonly keptRounds: number;
  readonly keptRoundTokens: number;
}

export const keptRoundsSettings: SettingsSpec<KeptRoundsSettings> = {
  keptRounds: {
    type: 'number',
    title: 'Rounds kept',
    explains: 'The latest rounds stay verbatim after the summary. 0 keeps none, or as many as the tokens below allow.',
    rule: 'F11',
    synonyms: ['keepRecent', 'keep last', 'verbatim', 'preserve', 'messages to keep'],
    isMain: true,
    unit: 'rounds',
    min: 0,
    max: 1_000,
    step: 1,
    default: 0,
  },
  keptRoundTokens: {
    type: 'number',
    title: 'Max kept',
    explains: 'Only the latest rounds that fit into this together stay verbatim. 0 sets no limit.',
    rule: 'F11',
    synonyms: ['keepRecent', 'keep last', 'verbatim', 'preserve'],
    isMain: true,
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 0,
  },
};

export function keepsRounds({ keptRounds, keptRoundTokens }: KeptRoundsSettings): boolean {
  return keptRounds > 0 || keptRoundTokens > 0;
}

/**
 * [F11] Where the kept rounds start; the end if none are kept. What an earlier compaction put between them does not count: it
 * does not stay, and would push out rounds that were kept before.
 */
export function keptRoundsStart(messages: readonly ContextMessage[], settings: KeptRoundsSettings): number {
  const end = messages.length;
  if (!keepsRounds(settings)) return end;
  const { keptRounds, keptRoundTokens } = settings;
  const isClosed = closedPlaces(messages);
  let kept = end;
  let rounds = 0;
  let tokens = 0;
  for (let index = end - 1; index >= 0; index--) {
    const each = messages[index];
    if (each === undefined || each.message.kind === 'summary') break;
    if (wasPutThere(each)) continue;
    tokens += each.tokens;
    if (keptRoundTokens > 0 && tokens > keptRoundTokens) break;
    if (each.message.kind !== 'reply' || isClosed[index] !== 1) continue;
    kept = index;
    rounds += 1;
    if (rounds === keptRounds) break;
  }
  return kept;
}

/** The last position up to here that separates no result from its call, and no record of a response from the others. */
export function closedStart(messages: readonly ContextMessage[], from: number): number {
  const isClosed = closedPlaces(messages);
  let start = from;
  while (start > 0 && start < messages.length && isClosed[start] !== 1) start -= 1;
  return start;
}

/** The first position from here on at which this holds and that separates nothing, or the end. */
export function laterClosedStart(
  messages: readonly ContextMessage[],
  from: number,
  mayStart: (message: ContextMessage) => boolean,
): number {
  const isClosed = closedPlaces(messages);
  const start = messages.findIndex((each, index) => index >= from && isClosed[index] === 1 && mayStart(each));
  return start === -1 ? messages.length : start;
}

/** 1 for each position at which nothing is separated from what is before it. */
export function closedPlaces(messages: readonly ContextMessage[]): Uint8Array {
  return closedAsRecorded(messages) ?? closedByIds(messages);
}

/** Without looking at ids; undefined if what was recorded does not say it all. */
export function closedAsRecorded(messages: readonly ContextMessage[]): Uint8Array | undefined {
  const isClosed = new Uint8Array(messages.length).fill(1);
  let last = -1;
  let reach = -1;
  let made = 0;
  for (let index = 0; index < messages.length; index++) {
    const each = messages[index];
    if (each === undefined) return undefined;
    const { recordedAt, shape, message } = each;
    if (recordedAt === undefined) {
      if (shape.calls > 0 || shape.results > 0 || message.callId !== undefined) return undefined;
      made += 1;
      continue;
    }
    if (recordedAt.at < last) return undefined;
    // What a layer put between two tied messages is between them.
    if (recordedAt.at <= reach) isClosed.fill(0, index - made, index + 1);
    made = 0;
    last = recordedAt.at;
    reach = Math.max(reach, recordedAt.reach);
  }
  return reach > last ? undefined : isClosed;
}

export function closedByIds(messages: readonly ContextMessage[]): Uint8Array {
  const needs = firstNeeded(messages);
  const isClosed = new Uint8Array(messages.length);
  let needed = messages.length;
  for (let index = messages.length - 1; index >= 0; index--) {
    needed = Math.min(needed, needs[index] ?? index);
    isClosed[index] = needed === index ? 1 : 0;
  }
  return isClosed;
}

/** For each message, the position of the first one that it must not be separated from. */
function firstNeeded(messages: readonly ContextMessage[]): readonly number[] {
  const newestCall = new Map<ToolCallId, number>();
  const waitingCall = new Map<ToolCallId, number>();
  const firstRecord = new Map<CallId, number>();
  return messages.map(({ message: { callId, parts } }, index) => {
    if (callId !== undefined && !firstRecord.has(callId)) firstRecord.set(callId, index);
    let first = (callId === undefined ? undefined : firstRecord.get(callId)) ?? index;
    for (const part of parts) {
      if (part.kind === 'tool-call') {
        newestCall.set(part.id, index);
        if (!waitingCall.has(part.id)) waitingCall.set(part.id, index);
      } else if (part.kind === 'tool-result') {
        first = Math.min(first, waitingCall.get(part.callId) ?? newestCall.get(part.callId) ?? index);
        waitingCall.delete(part.callId);
      }
    }
    return first;
  });
}

/** The messages that no layer may remove, with everything they depend on. */
export function withTied(messages: readonly ContextMessage[], ids: ReadonlySet<MessageId>): readonly ContextMessage[] {
  if (ids.size === 0) return [];
  const tied = new Map<string, ContextMessage[]>();
  for (const each of messages) {
    for (const tie of tiesOf(each)) {
      const group = tied.get(tie);
      if (group === undefined) tied.set(tie, [each]);
      else group.push(each);
    }
  }
  const kept = new Set(messages.filter(({ message }) => ids.has(message.id)));
  // Messages added on the way are visited too.
  for (const each of kept) {
    for (const tie of tiesOf(each)) {
      for (const other of tied.get(tie) ?? []) kept.add(other);
      tied.delete(tie);
    }
  }
  return messages.filter((each) => kept.has(each));
}
