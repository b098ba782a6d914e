export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The largest value that is good enough; `null` where the figure is only for information. */
  readonly limit: number | null;
}

export interface BenchOptions {
  readonly isQuick: boolean;
}
