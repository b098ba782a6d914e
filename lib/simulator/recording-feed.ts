import type { ContextMessage } from '../layers/context';
import type { Boundary, MessageId } from '../transcript/transcript';
import type { ReplayMaterial } from './replay-material';

/** Told what the recording adds, in order. */
export interface FeedListener {
  /** With its `rough` count. */
  entered(message: ContextMessage, rough: number): void;
  /** The user went back: these were abandoned. */
  rewound(dropped: ReadonlySet<MessageId>): void;
  /** The recording was compacted here. */
  compacted(boundary: Boundary): void;
}

/** The messages of a recording, one after another. */
export class RecordingFeed {
  private position = 0;
  private nextBoundary = 0;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly listener: FeedListener,
    /** With those messages that only its own compactions put there. */
    private readonly isFollowing: boolean,
  ) {}

  clone(listener: FeedListener): RecordingFeed {
    const copy = new RecordingFeed(this.material, listener, this.isFollowing);
    copy.position = this.position;
    copy.nextBoundary = this.nextBoundary;
    return copy;
  }

  /** Everything up to the position of a call. */
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

  private passBoundaries(at: number): void {
    const { boundaries } = this.material.transcript;
    for (let next = boundaries[this.nextBoundary]; next !== undefined && next.at <= at; ) {
      if (next.kind === 'rewind') this.listener.rewound(new Set(next.droppedMessageIds));
      else this.listener.compacted(next);
      this.nextBoundary += 1;
      next = boundaries[this.nextBoundary];
    }
  }
}
