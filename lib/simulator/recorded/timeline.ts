import type { Category } from '../../tokens/category';
import type { Boundary } from '../../transcript/transcript';

/**
 * A run, call by call, as numbers in columns. Entry `i` of every column belongs to call `i`, just before it is made.
 * Contexts are not stored here: they are rebuilt where they are looked at.
 */
export interface Timeline {
  readonly calls: number;
  /** Tokens the call carried. */
  readonly used: Float64Array;
  /** Whole numbers that add up to `used`, exactly, at every call. */
  readonly byCategory: Readonly<Record<Category, Float64Array>>;
  readonly output: Float64Array;
  /** 1 where `used` is a recorded usage, 0 where it was counted. */
  readonly isMeasured: Uint8Array;
  /** NaN where the recording has no time. */
  readonly timeMs: Float64Array;
  readonly events: readonly TimelineEvent[];
}

export interface TimelineEvent {
  readonly kind: Boundary['kind'];
  readonly trigger: Boundary['trigger'];
  /** The first call made after it; equal to the number of calls where none follows. */
  readonly call: number;
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  /** Tokens of the context just before and just after, as recorded where it is recorded, else as the calls show. */
  readonly before?: number;
  readonly after?: number;
  readonly isGuess: boolean;
}
