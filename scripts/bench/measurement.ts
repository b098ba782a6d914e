export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The limit; `null` if the figure is only for information. */
  readonly limit: number | null;
}

export interface BenchOptions {
  readonly isQuick: boolean;
  /** Of the fidelity part: list what was wrong and what was missed. */
  readonly isDetailed?: boolean;
  /** Of the fidelity part: write the figures that the help shows. */
  readonly savesFigures?: boolean;
}
