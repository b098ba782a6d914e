/** The counters of engine rule T, by the names that policies use. */
export type CounterId = 'rough' | 'chars4' | 'calibrated' | 'anchored' | 'exact';

/** [T8] How far a counter is from the usage recorded in the transcript at hand, as shares of the recorded growth. */
export interface CounterError {
  readonly counter: CounterId;
  /** Signed: below zero it counts too little. Missing where nothing is recorded to compare with. */
  readonly median?: number;
  /** Of the absolute error. */
  readonly medianAbsolute?: number;
  readonly p90?: number;
  /** Stretches between two calls that were compared. */
  readonly compared: number;
}
