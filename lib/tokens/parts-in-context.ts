import { type ContextListener, RecordedContextWalker } from '../transcript/recorded-context';
import type { Boundary, ToolCallId, Transcript } from '../transcript/transcript';
import type { PartTable } from './part-table';

/** What a cleared result weighs from then on. */
export const PLACEHOLDER_TOKENS = 20;

export interface PartListener {
  /** A part with its content came in (sign 1) or went away, or lost its content (sign −1). */
  part(part: number, sign: 1 | -1): void;
  entered?(message: number): void;
  passed?(boundary: Boundary): void;
}

/** Goes through a recording and keeps track of which parts are in the context, and which of them as a placeholder. */
export class PartsInContext implements ContextListener {
  /** Cleared results in the context. */
  placeholders = 0;
  private readonly walker: RecordedContextWalker;
  private readonly isIn: Uint8Array;
  private readonly isCleared: Uint8Array;

  constructor(
    transcript: Transcript,
    private readonly parts: PartTable,
    private readonly listener: PartListener,
  ) {
    this.isIn = new Uint8Array(transcript.messages.length);
    this.isCleared = new Uint8Array(parts.message.length);
    this.walker = new RecordedContextWalker(transcript, this);
  }

  moveTo(at: number): void {
    this.walker.moveTo(at);
  }

  has(message: number): boolean {
    return this.isIn[message] === 1;
  }

  /** Whether a part stands there with its content. */
  isWhole(part: number): boolean {
    return this.isCleared[part] === 0;
  }

  entered(message: number): void {
    this.isIn[message] = 1;
    this.count(message, 1);
    this.listener.entered?.(message);
  }

  left(message: number): void {
    this.isIn[message] = 0;
    this.count(message, -1);
  }

  cleared(callId: ToolCallId): void {
    for (const part of this.parts.resultsOf.get(callId) ?? []) {
      this.isCleared[part] = 1;
      if (!this.has(this.parts.message[part] ?? -1)) continue;
      this.placeholders += 1;
      this.listener.part(part, -1);
    }
  }

  passed(boundary: Boundary): void {
    this.listener.passed?.(boundary);
  }

  private count(message: number, sign: 1 | -1): void {
    const end = this.parts.start[message + 1] ?? 0;
    for (let part = this.parts.start[message] ?? 0; part < end; part++) {
      if (this.isWhole(part)) this.listener.part(part, sign);
      else this.placeholders += sign;
    }
  }
}
