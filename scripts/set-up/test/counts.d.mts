export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function sumOfCounts(list: readonly Counts[]): Counts;
export function countsAsText(counts: Counts): string;
export function isGreen(counts: Counts): boolean;

export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly passedLater?: true;
}

export function failuresFromVitest(report: {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}): Failure[];

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

export function failuresFromPlaywright(report: {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}): Failure[];

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
