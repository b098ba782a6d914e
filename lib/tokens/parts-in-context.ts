import { type ContextListener, RecordedContextWalker } from '../transcript/recorded-context';
import type { Boundary, ToolCallId, Transcript } from '../transcript/transcript';
import type { PartTable } from './part-table';

/** The size of a cleared result, if it is not recorded. */
export const PLACEHOLDER_TOKENS = 20;

export interface PartListener {
  /** A part was added with its content (sign 1), or was removed or lost its content (sign −1). */
  part(part: number, sign: 1 | -1): void;
  /** What is left of a cleared part was added or removed. */
  placeholder?(part: number, tokens: number, sign: 1 | -1): void;
  entered?(message: number): void;
  passed?(boundary: Boundary): void;
}

/** Walks a recording and tracks which parts are in the context, and which of them as placeholders. */
export class PartsInContext implements ContextListener {
  /** Tokens of the placeholders of cleared results in the context. */
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

  /** Whether a part is in the context with its content. */
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
      this.listener.placeholder?.(part, this.leftOf(part), 1);
    }
  }

  passed(boundary: Boundary): void {
    this.listener.passed?.(boundary);
  }

  private count(message: number, sign: 1 | -1): void {
    const end = this.parts.start[message + 1] ?? 0;
    for (let part = this.parts.start[message] ?? 0; part < end; part++) {
      if (this.isWhole(part)) this.listener.part(part, sign);
      else {
        this.placeholderTokens += sign * this.leftOf(part);
        this.listener.placeholder?.(part, this.leftOf(part), sign);
      }
    }
  }

  /** Tokens left of a cleared part. */
  leftOf(part: number): number {
    return this.clearedTo.get(part) ?? PLACEHOLDER_TOKENS;
  }
}
