export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function sumOfCounts(list: readonly Counts[]): Counts;
export function countsAsText(counts: Counts): string;
export function isGreen(counts: Counts): boolean;

export function countsFromVitest(report: {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}): Counts;

export function countsFromPlaywright(report: {
  readonly stats: {
    readonly expected: number;
    readonly flaky: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}): Counts;
