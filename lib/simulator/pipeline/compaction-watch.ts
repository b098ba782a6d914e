import type { ActorId } from '../../layers/index';
import type { ContextMessage } from '../../layers/shape/context';
import type { FailureKind } from '../../layers/shape/layer';
import type { MessageId } from '../../transcript/transcript';
import type { Thrash } from './simulation';

/** [G4] */
const MAX_REFILLS = 3;

/** Failures that would repeat if tried again before the same call. */
const HOPELESS: readonly FailureKind[] = ['inflated', 'too-long', 'empty', 'no-answer'];

/** Counts failures of compactions, so that they are not repeated endlessly. */
export class CompactionWatch {
  /** [G3] */
  failuresInARow = 0;
  /** [G3] A result was not smaller, and no compaction has succeeded since. */
  isInflated = false;
  /** The call before which the last one succeeded. */
  lastCompaction: number | undefined;
  thrash: Thrash | undefined;
  private refills = 0;
  private left: ReadonlySet<MessageId> = new Set();
  private readonly failedAt = new Map<ActorId, number>();

  clone(): CompactionWatch {
    return Object.assign(new CompactionWatch(), this, { failedAt: new Map(this.failedAt) });
  }

  failed(layer: ActorId, call: number, kind: FailureKind): void {
    this.failuresInARow += 1;
    if (kind === 'inflated') this.isInflated = true;
    if (HOPELESS.includes(kind)) this.failedAt.set(layer, call);
  }

  /** [X2] Once per turn. */
  isHopeless(layer: ActorId, call: number): boolean {
    return this.failedAt.get(layer) === call;
  }

  succeeded(call: number, messages: readonly ContextMessage[]): void {
    this.failuresInARow = 0;
    this.isInflated = false;
    this.lastCompaction = call;
    this.left = new Set(messages.map(({ message }) => message.id));
  }

  /** [G4] A compaction is due: whether it is the third in a row within one round of the previous one. */
  isFullAgain(call: number, messages: readonly ContextMessage[]): boolean {
    const since = this.lastCompaction === undefined ? undefined : call - this.lastCompaction;
    // A second check before the same call does not count again.
    if (since === undefined || since === 0) return false;
    this.refills = since === 1 ? this.refills + 1 : 0;
    if (this.refills < MAX_REFILLS) return false;
    const cameIn = messages.filter(({ message }) => !this.left.has(message.id));
    const [culprit] = [...(cameIn.length > 0 ? cameIn : messages)].sort((a, b) => b.tokens - a.tokens);
    if (culprit === undefined) return false;
    this.thrash = { call, message: culprit.message.id, tokens: Math.round(culprit.tokens) };
    return true;
  }
}
