/** What happened in a session, as far as the extraction of memories is concerned. */
export type CursorEvent =
  /** A message of user or assistant. Summaries and what programs add are none. */
  | { readonly type: 'message'; readonly id: string }
  /** The same, for several at once. */
  | { readonly type: 'messages'; readonly ids: readonly string[] }
  /** Only these messages are left, in this order. */
  | { readonly type: 'compacted'; readonly kept: readonly string[] }
  /** These messages were withdrawn. */
  | { readonly type: 'undone'; readonly ids: readonly string[] }
  /** The main agent wrote a memory itself. */
  | { readonly type: 'wrote' }
  /** A reply without tool calls. */
  | { readonly type: 'turn-ended' }
  /** The extraction that was running. */
  | { readonly type: 'finished'; readonly isOk: boolean };

/** [A7] [A9] */
export interface ExtractionSettings {
  readonly isOn: boolean;
  /** Every nth eligible turn. */
  readonly everyTurns: number;
}

export const extractionSettings: ExtractionSettings = { isOn: true, everyTurns: 1 };

export type CursorDecision =
  | { readonly type: 'run'; readonly ids: readonly string[]; readonly isFallback: boolean }
  | { readonly type: 'skip'; readonly reason: SkipReason };

export type SkipReason = 'off' | 'running' | 'nothing-new' | 'wrote-itself' | 'throttled';

/** [A8] Which messages have been analysed. Undefined `cursor`: none, or the last one of them is gone. */
export interface MessageCursor {
  readonly messages: readonly string[];
  readonly cursor: string | undefined;
  /** The cursor was lost in a compaction: some of what is left was analysed, but nothing says up to where. */
  readonly isLost: boolean;
  /** Left the context before they were analysed: nobody else would. */
  readonly left: readonly string[];
  readonly hasWritten: boolean;
  /** What the extraction that is running was given. */
  readonly running: readonly string[] | undefined;
  /** It was given everything after the cursor was lost, so its success is the end of that. */
  readonly findsCursor: boolean;
  /** A turn ended while one was running: the next starts right after it. */
  readonly isRemembered: boolean;
  readonly eligibleTurns: number;
  /** Of the latest event. */
  readonly decision: CursorDecision | undefined;
}

export const startOfSession: MessageCursor = {
  messages: [],
  cursor: undefined,
  isLost: false,
  left: [],
  hasWritten: false,
  running: undefined,
  findsCursor: false,
  isRemembered: false,
  eligibleTurns: 0,
  decision: undefined,
};

/** [A8] A pure fold: the same events give the same decisions. */
export function nextCursor(
  before: MessageCursor,
  event: CursorEvent,
  settings: ExtractionSettings = extractionSettings,
): MessageCursor {
  const state: MessageCursor = { ...before, decision: undefined };
  switch (event.type) {
    case 'message':
      return { ...state, messages: [...state.messages, event.id] };
    case 'messages':
      return { ...state, messages: [...state.messages, ...event.ids] };
    case 'wrote':
      return { ...state, hasWritten: true };
    case 'compacted':
      return compacted(state, event.kept);
    case 'undone':
      return undone(state, new Set(event.ids));
    case 'turn-ended':
      return turnEnded(state, settings);
    case 'finished':
      return finished(state, event.isOk, settings);
  }
}

function compacted(state: MessageCursor, kept: readonly string[]): MessageCursor {
  const stays = new Set(kept);
  const left = [...state.left, ...newMessages(state).filter((id) => !stays.has(id) && !state.left.includes(id))];
  const isGone = state.cursor !== undefined && !stays.has(state.cursor);
  return {
    ...state,
    messages: kept,
    left,
    cursor: isGone ? undefined : state.cursor,
    isLost: state.isLost || isGone,
    findsCursor: state.findsCursor && !isGone,
  };
}

/** Without the message of the cursor, the one before it is the last that was analysed. */
function undone(state: MessageCursor, gone: ReadonlySet<string>): MessageCursor {
  const messages = state.messages.filter((id) => !gone.has(id));
  const left = state.left.filter((id) => !gone.has(id));
  if (state.cursor === undefined || !gone.has(state.cursor)) return { ...state, messages, left };
  const at = state.messages.indexOf(state.cursor);
  const cursor = state.messages.slice(0, at).findLast((id) => !gone.has(id));
  return { ...state, messages, left, cursor };
}

function turnEnded(state: MessageCursor, settings: ExtractionSettings): MessageCursor {
  if (!settings.isOn) return skipped(state, 'off');
  if (state.running !== undefined) return skipped({ ...state, isRemembered: true }, 'running');
  return considered(state, settings, false);
}

function considered(state: MessageCursor, { everyTurns }: ExtractionSettings, isRemembered: boolean): MessageCursor {
  const ids = waiting(state);
  if (ids.length === 0) return skipped(state, 'nothing-new');
  if (state.hasWritten) {
    const moved = { ...state, cursor: lastOf(state, ids), isLost: false, left: [], hasWritten: false };
    return skipped(moved, 'wrote-itself');
  }
  const eligibleTurns = state.eligibleTurns + (isRemembered ? 0 : 1);
  if (!isRemembered && eligibleTurns % everyTurns !== 0) return skipped({ ...state, eligibleTurns }, 'throttled');
  const decision: CursorDecision = { type: 'run', ids, isFallback: state.isLost };
  return { ...state, eligibleTurns, running: ids, findsCursor: state.isLost, decision };
}

function finished(state: MessageCursor, isOk: boolean, settings: ExtractionSettings): MessageCursor {
  const { running, isRemembered } = state;
  if (running === undefined) return state;
  const free = { ...state, running: undefined, findsCursor: false, isRemembered: false };
  const isLost = state.isLost && !state.findsCursor;
  const done = isOk ? { ...free, cursor: lastOf(state, running), isLost, left: without(state.left, running) } : free;
  return isRemembered && settings.isOn ? considered(done, settings, true) : done;
}

/** The last of the analysed messages that is still there; if none is, nothing after the former cursor was analysed. */
function lastOf({ messages, cursor }: MessageCursor, analysed: readonly string[]): string | undefined {
  const done = new Set(analysed);
  return messages.findLast((id) => done.has(id)) ?? cursor;
}

function waiting(state: MessageCursor): readonly string[] {
  const fresh = newMessages(state);
  return [...without(state.left, fresh), ...fresh];
}

function newMessages({ messages, cursor }: MessageCursor): readonly string[] {
  return cursor === undefined ? messages : messages.slice(messages.indexOf(cursor) + 1);
}

function without(ids: readonly string[], gone: readonly string[]): readonly string[] {
  const out = new Set(gone);
  return ids.filter((id) => !out.has(id));
}

function skipped(state: MessageCursor, reason: SkipReason): MessageCursor {
  return { ...state, decision: { type: 'skip', reason } };
}
