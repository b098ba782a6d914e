import type { Boundary, Message, MessageId, ToolCallId, Transcript } from './transcript';

/** The context of a call, as recorded. */
interface RecordedContext {
  /** Indices of the transcript's messages, in the order in which the model saw them. */
  readonly messages: readonly number[];
  /** Calls whose results are placeholders. */
  readonly clearedToolCallIds: ReadonlySet<ToolCallId>;
  /** Length of the placeholders, if recorded. */
  readonly clearedToTokens: ReadonlyMap<ToolCallId, number>;
}

/** Receives every change from the walker, in order. */
export interface ContextListener {
  entered(message: number): void;
  left(message: number): void;
  /** Size of its placeholder, if recorded. */
  cleared(callId: ToolCallId, toTokens: number | undefined): void;
  passed(boundary: Boundary): void;
}

/** The context at one position. `at` is a call's, so boundaries at the same position have already happened. */
export function recordedContextAt(transcript: Transcript, at: number): RecordedContext {
  const walker = new RecordedContextWalker(transcript);
  walker.moveTo(at);
  const { messages, clearedToolCallIds, clearedToTokens } = walker;
  return { messages, clearedToolCallIds, clearedToTokens };
}

/** The same, walking the recording once. Its total work grows with the number of messages, not with calls times messages. */
export class RecordedContextWalker {
  private readonly all: readonly Message[];
  private readonly boundaries: readonly Boundary[];
  private readonly listener: ContextListener | undefined;
  private readonly indexOf = new Map<MessageId, number>();
  private readonly cleared = new Set<ToolCallId>();
  private readonly clearedTo = new Map<ToolCallId, number>();
  private readonly present = new Set<number>();
  private context: number[] = [];
  private position = 0;
  private nextBoundary = 0;
  private startOfStretch = 0;
  /** A summary that has not been reached yet and goes before the kept messages. */
  private awaitedSummary: number | undefined;

  constructor(transcript: Transcript, listener?: ContextListener) {
    this.all = transcript.messages;
    this.boundaries = transcript.boundaries;
    this.listener = listener;
    if (transcript.boundaries.length > 0) {
      transcript.messages.forEach((message, index) => {
        if (!this.indexOf.has(message.id)) this.indexOf.set(message.id, index);
      });
    }
  }

  get messages(): readonly number[] {
    return this.context;
  }

  get clearedToolCallIds(): ReadonlySet<ToolCallId> {
    return this.cleared;
  }

  get clearedToTokens(): ReadonlyMap<ToolCallId, number> {
    return this.clearedTo;
  }

  /** Positions must not decrease. */
  moveTo(at: number): void {
    const end = Math.min(at, this.all.length);
    for (;;) {
      const boundary = this.boundaries[this.nextBoundary];
      if (boundary !== undefined && boundary.at <= this.position) {
        this.nextBoundary += 1;
        this.apply(boundary);
      } else if (this.position < end) {
        this.enter(this.position);
        this.position += 1;
      } else return;
    }
  }

  private enter(message: number): void {
    if (this.present.has(message)) return;
    this.present.add(message);
    if (message === this.awaitedSummary) this.placeSummary(message);
    else this.context.push(message);
    this.listener?.entered(message);
  }

  /** After the messages since the boundary, before those kept from before it. */
  private placeSummary(summary: number): void {
    this.awaitedSummary = undefined;
    const start = this.startOfStretch;
    const since = this.context.filter((index) => index >= start);
    const kept = this.context.filter((index) => index < start);
    this.context = [...since, summary, ...kept];
  }

  private apply(boundary: Boundary): void {
    if (boundary.kind === 'full') this.restart(boundary);
    else this.drop(boundary.droppedMessageIds ?? []);
    boundary.clearedToolCallIds?.forEach((id, place) => {
      if (this.cleared.has(id)) return;
      this.cleared.add(id);
      const toTokens = boundary.clearedToTokens?.[place];
      if (toTokens !== undefined) this.clearedTo.set(id, toTokens);
      this.listener?.cleared(id, toTokens);
    });
    this.listener?.passed(boundary);
  }

  private restart(boundary: Boundary): void {
    const before = this.position;
    if (boundary.contextMessageIds !== undefined) {
      this.startOfStretch = before;
      this.awaitedSummary = undefined;
      this.become(this.indices(boundary.contextMessageIds));
      return;
    }
    const kept = new Set(this.indices(boundary.keptMessageIds ?? []).filter((index) => index < before));
    const summary = this.summaryOf(boundary);
    const isSummaryBehindUs = summary !== undefined && summary < before;
    if (isSummaryBehindUs) kept.delete(summary);
    this.startOfStretch = before;
    this.awaitedSummary = isSummaryBehindUs || boundary.keptPosition === 'before-summary' ? undefined : summary;
    if (!isSummaryBehindUs) this.become([...kept]);
    else this.become(boundary.keptPosition === 'before-summary' ? [...kept, summary] : [summary, ...kept]);
  }

  private become(context: number[]): void {
    const left = this.context;
    this.context = context;
    const now = new Set(this.context);
    for (const index of left) {
      if (now.has(index)) continue;
      this.present.delete(index);
      this.listener?.left(index);
    }
    for (const index of this.context) {
      if (this.present.has(index)) continue;
      this.present.add(index);
      this.listener?.entered(index);
    }
  }

  private summaryOf(boundary: Boundary): number | undefined {
    if (boundary.summaryMessageId !== undefined) return this.indexOf.get(boundary.summaryMessageId);
    return this.all[this.position]?.kind === 'summary' ? this.position : undefined;
  }

  /** Searched from the end: what is abandoned is nearly always recent. */
  private drop(ids: readonly MessageId[]): void {
    const gone = new Set(this.indices(ids).filter((index) => this.present.has(index)));
    if (gone.size === 0) return;
    let first = this.context.length;
    for (let left = gone.size; left > 0; ) {
      first -= 1;
      if (gone.has(this.context[first] ?? -1)) left -= 1;
    }
    const tail = this.context.slice(first);
    this.context.length = first;
    for (const index of tail) {
      if (!gone.has(index)) {
        this.context.push(index);
        continue;
      }
      this.present.delete(index);
      this.listener?.left(index);
    }
  }

  private indices(ids: readonly MessageId[]): number[] {
    return ids.flatMap((id) => this.indexOf.get(id) ?? []);
  }
}
