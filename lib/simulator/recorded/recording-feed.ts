import type { ContextMessage } from '../../layers/shape/context';
import type { Boundary, MessageId } from '../../transcript/transcript';
import type { Loss } from './losses';
import type { ReplayMaterial } from './replay-material';

/** Receives what the recording adds, in order. */
export interface FeedListener {
  /** With its `rough` count. */
  entered(message: ContextMessage, rough: number): void;
  /** The user rewound: these messages were abandoned. */
  rewound(dropped: ReadonlySet<MessageId>): void;
  /** The recording was compacted here. Its context is different from the next call on. */
  compacted(boundary: Boundary): void;
  /** The same messages have another weight in the recording. */
  lost(loss: Loss): void;
}

/** The messages of a recording, one after another. */
export class RecordingFeed {
  private position = 0;
  private nextBoundary = 0;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly listener: FeedListener,
    /** Including messages that only its own compactions added. */
    private readonly isFollowing: boolean,
  ) {}

  clone(listener: FeedListener): RecordingFeed {
    const copy = new RecordingFeed(this.material, listener, this.isFollowing);
    copy.position = this.position;
    copy.nextBoundary = this.nextBoundary;
    return copy;
  }

  /**
   * Everything up to a call, including what is not in the file. Returns whether the recording was compacted on the way.
   */
  moveToCall(call: number): boolean {
    const { calls, losses, unfiled, transcript } = this.material;
    const { boundaries } = transcript;
    // What was there before the first message.
    if (call === 0) this.enterUnfiled(unfiled.at(0));
    const from = this.nextBoundary;
    this.moveTo(calls.at[call] ?? 0);
    let isCompacted = false;
    for (let passed = from; passed < this.nextBoundary; passed++) isCompacted ||= isCompaction(boundaries[passed]);
    if (isCompacted) return true;
    if (this.material.isUneven[call] !== 1) return false;
    // What a recorded compaction cleared is not an unexplained loss.
    const loss = losses.get(call);
    if (loss !== undefined) this.listener.lost(loss);
    if (call > 0) this.enterUnfiled(unfiled.at(call));
    return false;
  }

  /** Everything up to a position among the messages. */
  moveTo(at: number): void {
    const { messages, isConsequence, rough } = this.material;
    for (; this.position < at; this.position++) {
      this.passBoundaries(this.position);
      const message = messages[this.position];
      if (message === undefined || (isConsequence[this.position] === 1 && !this.isFollowing)) continue;
      this.listener.entered(message, rough[this.position] ?? 0);
    }
    this.passBoundaries(at);
  }

  /** The reply to a call, where the file has it. */
  takeReply(call: number): ContextMessage | undefined {
    const { calls, messages } = this.material;
    if (calls.hasReply[call] !== 1 || calls.at[call] !== this.position) return undefined;
    this.position += 1;
    return messages[this.position - 1];
  }

  private enterUnfiled(messages: readonly ContextMessage[]): void {
    for (const message of messages) this.listener.entered(message, Math.round(message.tokens));
  }

  private passBoundaries(at: number): void {
    const { boundaries } = this.material.transcript;
    for (let next = boundaries[this.nextBoundary]; next !== undefined && next.at <= at; ) {
      if (next.kind === 'rewind') this.listener.rewound(new Set(next.droppedMessageIds));
      else if (next.at > 0 || this.isFollowing) this.listener.compacted(next);
      this.nextBoundary += 1;
      next = boundaries[this.nextBoundary];
    }
  }
}

/** A file may start with a compaction of messages that it does not contain: its conversation starts there. */
function isCompaction(boundary: Boundary | undefined): boolean {
  return boundary !== undefined && boundary.kind !== 'rewind' && boundary.at > 0;
}
