import { wellFormed } from '../../base/well-formed';
import type { MessageId, Part, ToolCallId, ToolDefinition } from '../../transcript/transcript';
import { contextTotal, inputSide } from '../../transcript/usage';
import { type AppliedEdit, addAnthropicReply } from '../anthropic/anthropic-body';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { TranscriptDraft } from '../read/transcript-draft';
import { type ViewChange, viewChange } from './changed-view';
import { type Answer, type SeenMessage, type SentMessage, seenOf, type TracedCall } from './traced-call';

/** A message of the latest request or its reply, and its position in the transcript. */
type Shown = SeenMessage & { readonly index: number };

/** A result counts as cleared if only a short placeholder is left of it. */
const LONGEST_PLACEHOLDER = 200;

/** One conversation of a trace. Every request repeats all of it, so only the new part of each is kept. */
export class TracedThread {
  readonly draft = new TranscriptDraft();
  system: readonly Part[] = [];
  tools: readonly ToolDefinition[] = [];
  /** The number of messages in all its requests. */
  weight = 0;
  lastCall: number;
  private shown: Shown[] = [];
  /** The reply to a request that was then sent again. */
  private stale: Shown | undefined;
  /** The boundary whose remaining tokens the next reply states. */
  private uncountedBoundary: number | undefined;
  private readonly serverEdits = new Map<string, { readonly cleared: number; readonly tokensSaved: number }>();

  constructor(
    private readonly env: ImportEnv,
    readonly firstCall: number,
  ) {
    this.lastCall = firstCall;
  }

  add(call: TracedCall, position: number, line: number): void {
    this.lastCall = position;
    this.weight += call.messages.length;
    if (call.system.length > 0) this.system = call.system;
    if (call.tools !== undefined) this.tools = call.tools;
    this.addRequest(call, line);
    const { answer, timeMs } = call;
    const at = this.draft.messages.length;
    if (answer.kind === 'reply') this.addReply(answer, timeMs, line);
    if (answer.kind === 'unseen') {
      this.dropStale(line, timeMs);
      this.draft.addCall(answer.call);
    }
    if (answer.kind === 'failure') {
      this.draft.events.push({ kind: 'api-error', at, text: wellFormed(answer.text), line, ...given({ timeMs }) });
    }
  }

  /** A message of its latest request or reply. */
  shows(key: string): boolean {
    return this.shown.some((message) => message.key === key);
  }

  private addRequest({ messages: now, timeMs }: TracedCall, line: number): void {
    const before = this.stale === undefined ? this.shown : [...this.shown, this.stale];
    this.stale = undefined;
    const change = viewChange(before, now);
    if (change.kind === 'repeat') {
      this.stale = before.at(-1);
      this.shown = before.slice(0, -1);
      return;
    }
    const earlier = now.map((_, position) => earlierOf(change, before, position));
    this.addClearing(now, earlier, line, timeMs);
    const at = this.draft.messages.length;
    this.shown = now.flatMap((message, position) => {
      const same = earlier[position];
      const index = same === undefined ? this.addFresh(message, change, at, line, timeMs) : this.retake(message, same);
      return index === undefined ? [] : { ...seenOf(message), index };
    });
    this.addBoundary(change, before, at, line, timeMs);
  }

  private addFresh(
    message: SentMessage,
    change: ViewChange,
    at: number,
    line: number,
    timeMs: number | undefined,
  ): number | undefined {
    const read = message.read();
    if (read === undefined) {
      this.env.warn('skipped', line, 'Not a message');
      return undefined;
    }
    const index = this.draft.messages.length;
    const isSummary = change.kind === 'full' && index === at && read.role === 'user';
    this.draft.addMessage({ ...read, ...(isSummary ? { kind: 'summary' } : {}), line, timeMs });
    return index;
  }

  /** The program edits messages it has sent: it adds and removes reminders. The longest request is the latest. */
  private retake(message: SentMessage, same: Shown): number {
    const kept = this.draft.messages[same.index];
    const isChanged = message.textLength !== same.textLength || message.key !== same.key;
    if (kept === undefined || !isChanged || message.role === 'assistant' || clearedResults(message, same).length > 0) {
      return same.index;
    }
    const read = message.read();
    if (read !== undefined) this.draft.messages[same.index] = { ...kept, parts: read.parts };
    return same.index;
  }

  private addClearing(
    now: readonly SentMessage[],
    earlier: readonly (Shown | undefined)[],
    line: number,
    timeMs: number | undefined,
  ): void {
    const clearedToolCallIds = now.flatMap((message, position) => clearedResults(message, earlier[position]));
    if (clearedToolCallIds.length === 0) return;
    this.env.warn('guessed', line, 'Tool results were cleared: a request has placeholders instead');
    this.pushGuess({ kind: 'micro', at: this.draft.messages.length, clearedToolCallIds, line }, timeMs);
  }

  private addBoundary(
    change: ViewChange,
    before: readonly Shown[],
    at: number,
    line: number,
    timeMs: number | undefined,
  ): void {
    if (change.kind !== 'full' && change.kind !== 'rewind') return;
    const { keptFrom, dropped, kind } = change;
    this.env.warn('guessed', line, 'Compaction or rewind: a request does not continue the previous one');
    if (kind === 'rewind') {
      this.pushGuess({ kind, at, droppedMessageIds: this.idsOf(before, dropped), line }, timeMs);
      return;
    }
    const summary = this.draft.messages[at];
    const positions = [...keptFrom.keys()];
    const firstFresh = this.shown.findIndex(({ index }) => index >= at);
    const isKeptBefore = positions.filter((position) => position < firstFresh).length * 2 > positions.length;
    this.pushGuess(
      {
        kind,
        at,
        keptMessageIds: this.idsOf(before, [...keptFrom.values()]),
        keptPosition: isKeptBefore ? 'before-summary' : 'after-summary',
        line,
        ...given({ summaryMessageId: summary?.kind === 'summary' ? summary.id : undefined }),
      },
      timeMs,
    );
  }

  private pushGuess(
    boundary: Omit<TranscriptDraft['boundaries'][number], 'trigger'>,
    timeMs: number | undefined,
  ): void {
    const usage = this.draft.calls.findLast((call) => call.usage !== undefined)?.usage;
    const size = usage === undefined ? {} : { preTokens: contextTotal(usage), preTokensMeans: 'context' as const };
    this.draft.boundaries.push({ ...boundary, trigger: 'unknown', isGuess: true, ...size, ...given({ timeMs }) });
    this.uncountedBoundary = this.draft.boundaries.length - 1;
  }

  private idsOf(before: readonly Shown[], positions: readonly number[]): MessageId[] {
    return positions.flatMap((position) => this.draft.messages[before[position]?.index ?? -1]?.id ?? []);
  }

  private addReply(answer: Answer & { kind: 'reply' }, timeMs: number | undefined, line: number): void {
    this.dropStale(line, timeMs);
    this.addServerEdits(answer.edits, line, timeMs);
    const { call, parts, seen } = answer;
    addAnthropicReply(this.draft, { ...call, parts, timeMs: timeMs ?? call.timeMs, line });
    this.shown.push({ ...seen, index: this.draft.messages.length - 1 });
    const index = this.uncountedBoundary;
    const boundary = index === undefined ? undefined : this.draft.boundaries[index];
    if (index === undefined || boundary === undefined || call.usage === undefined) return;
    this.draft.boundaries[index] = { ...boundary, postTokens: inputSide(call.usage) };
    this.uncountedBoundary = undefined;
  }

  /** A second reply to the same request replaces the first, unless something was recorded since. */
  private dropStale(line: number, timeMs: number | undefined): void {
    const { stale } = this;
    this.stale = undefined;
    if (stale === undefined) return;
    const { messages, boundaries, calls } = this.draft;
    const message = messages[stale.index];
    const newest = Math.max(boundaries.at(-1)?.at ?? 0, calls.at(-1)?.at ?? 0);
    const isLast = stale.index === messages.length - 1 && newest <= stale.index;
    if (isLast && message?.callId !== undefined) {
      this.env.warn('skipped', line, 'Ignored the reply to a request that was sent again');
      messages.pop();
    } else if (message !== undefined) {
      this.pushGuess({ kind: 'rewind', at: messages.length, droppedMessageIds: [message.id], line }, timeMs);
    }
  }

  /** Each response repeats what was cleared before: only more than that is a new clearing. */
  private addServerEdits(edits: readonly AppliedEdit[], line: number, timeMs: number | undefined): void {
    for (const { type, cleared, tokensSaved } of edits) {
      const known = this.serverEdits.get(type) ?? { cleared: 0, tokensSaved: 0 };
      if (cleared <= known.cleared && tokensSaved <= known.tokensSaved) continue;
      this.serverEdits.set(type, { cleared, tokensSaved });
      this.draft.boundaries.push({
        kind: 'prune',
        at: this.draft.messages.length,
        trigger: 'auto',
        tokensSaved: Math.max(0, tokensSaved - known.tokensSaved),
        line,
        ...given({ timeMs }),
      });
    }
  }
}

function earlierOf(change: ViewChange, before: readonly Shown[], position: number): Shown | undefined {
  switch (change.kind) {
    case 'extension':
      return before[position];
    case 'repeat':
      return undefined;
    default:
      return before[change.keptFrom.get(position) ?? -1];
  }
}

function clearedResults(message: SeenMessage, same: Shown | undefined): ToolCallId[] {
  return [...message.resultLengths].flatMap(([id, length]) => {
    const earlier = same?.resultLengths.get(id) ?? 0;
    return length <= LONGEST_PLACEHOLDER && length * 2 < earlier ? (id as ToolCallId) : [];
  });
}
