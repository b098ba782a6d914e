import { type ContextListener, RecordedContextWalker } from '../transcript/recorded-context';
import type { Boundary, ToolCallId, Transcript } from '../transcript/transcript';
import type { PartTable } from './part-table';

/** What a cleared result weighs from then on, where the recording does not tell. */
export const PLACEHOLDER_TOKENS = 20;

export interface PartListener {
  /** A part with its content came in (sign 1) or went away, or lost its content (sign −1). */
  part(part: number, sign: 1 | -1): void;
  entered?(message: number): void;
  passed?(boundary: Boundary): void;
}

/** Goes through a recording and keeps track of which parts are in the context, and which of them as a placeholder. */
export class PartsInContext implements ContextListener {
  /** What stands for the cleared results in the context, in tokens. */
  placeholderTokens = 0;
  private readonly walker: RecordedContextWalker;
  private readonly isIn: Uint8Array;
  private readonly isCleared: Uint8Array;
  private readonly clearedTo = new Map<number, number>();

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

  cleared(callId: ToolCallId, toTokens: number | undefined): void {
    for (const part of this.parts.resultsOf.get(callId) ?? []) {
      this.isCleared[part] = 1;
      if (toTokens !== undefined) this.clearedTo.set(part, toTokens);
      if (!this.has(this.parts.message[part] ?? -1)) continue;
      this.placeholderTokens += this.leftOf(part);
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
      else this.placeholderTokens += sign * this.leftOf(part);
    }
  }

  /** Of a cleared part. */
  leftOf(part: number): number {
    return this.clearedTo.get(part) ?? PLACEHOLDER_TOKENS;
  }
}
