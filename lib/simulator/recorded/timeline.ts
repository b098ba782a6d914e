import type { Category } from '../../tokens/category';
import type { Boundary } from '../../transcript/transcript';

/**
 * A run as columns of numbers. Entry `i` of every column is about call `i`, just before it is made. Contexts are not
 * stored here: they are rebuilt when needed.
 */
export interface Timeline {
  readonly calls: number;
  /** Tokens the call carried. */
  readonly used: Float64Array;
  /** Integers that add up to `used` exactly, at every call. */
  readonly byCategory: Readonly<Record<Category, Float64Array>>;
  readonly output: Float64Array;
  /** 1 if `used` is a recorded usage, 0 if it was counted. */
  readonly isMeasured: Uint8Array;
  /** NaN if the recording has no time. */
  readonly timeMs: Float64Array;
  readonly events: readonly TimelineEvent[];
}

export interface TimelineEvent {
  readonly kind: Boundary['kind'];
  readonly trigger: Boundary['trigger'];
  /** The first call after it, or the number of calls if there is none. */
  readonly call: number;
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  /** Tokens of the context just before and just after, as recorded, or otherwise as the calls show. */
  readonly before?: number;
  readonly after?: number;
  readonly isGuess: boolean;
}
