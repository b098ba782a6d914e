/** The counters of rule T, by the names that policies use. */
export type CounterId = 'rough' | 'chars4' | 'calibrated' | 'anchored' | 'exact';

/** [T8] The error of a counter against the recorded usage of this transcript, as shares of the recorded growth. */
export interface CounterError {
  readonly counter: CounterId;
  /** Signed: negative if it counts too little. Missing if there is no usage to compare with. */
  readonly median?: number;
  /** Of the absolute error. */
  readonly medianAbsolute?: number;
  readonly p90?: number;
  /** Number of compared stretches between two calls. */
  readonly compared: number;
}
