import type { ContextMessage } from '../layers/context';
import type { MessageId } from '../transcript/transcript';
import type { ReplayMaterial } from './replay-material';

/** Told what the recording adds, in order. */
export interface FeedListener {
  /** With its `rough` count. */
  entered(message: ContextMessage, rough: number): void;
  /** The user went back: these were abandoned. */
  rewound(dropped: ReadonlySet<MessageId>): void;
  /** The recording was compacted here. A replay goes its own way from then on. */
  compacted(): void;
}

/** The messages of a recording, one after another, without those that only its own compactions put there. */
export class RecordingFeed {
  private position = 0;
  private nextBoundary = 0;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly listener: FeedListener,
  ) {}

  /** Everything up to the position of a call. */
  moveTo(at: number): void {
    const { messages, isConsequence, rough } = this.material;
    for (; this.position < at; this.position++) {
      this.passBoundaries(this.position);
      const message = messages[this.position];
      if (message === undefined || isConsequence[this.position] === 1) continue;
      this.listener.entered(message, rough[this.position] ?? 0);
    }
    this.passBoundaries(at);
  }

  /** The reply to a call, where the file has it. */
  takeReply(call: number): ContextMessage | undefined {
    const { transcript, messages } = this.material;
    const reply = messages[this.position];
    if (reply === undefined || reply.message.callId !== transcript.calls[call]?.id) return undefined;
    this.position += 1;
    return reply;
  }

  private passBoundaries(at: number): void {
    const { boundaries } = this.material.transcript;
    for (; (boundaries[this.nextBoundary]?.at ?? Number.POSITIVE_INFINITY) <= at; this.nextBoundary++) {
      const boundary = boundaries[this.nextBoundary];
      if (boundary?.kind === 'rewind') this.listener.rewound(new Set(boundary.droppedMessageIds));
      else this.listener.compacted();
    }
  }
}
