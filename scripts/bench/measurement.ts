export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The limit; `null` if the figure is only for information. */
  readonly limit: number | null;
}

export interface BenchOptions {
  readonly isQuick: boolean;
}
