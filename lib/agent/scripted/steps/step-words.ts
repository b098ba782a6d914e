/** The steps of plans by their text, which is the only way to recognise a step after a compaction. */
export const LEARN = 'Learn the rules and layout of the project';
export const MANUAL = 'Read what the program should do';
export const RUN_TESTS = 'Run the tests';
export const RUN_TESTS_AGAIN = 'Run the tests again';
export const TRY_OUT = 'Try the commands in the README';
export const CHANGELOG = 'Update the changelog';

export function listStep(round: number): string {
  return `List the files to review (round ${round})`;
}

export function traceStep(failing: string): string {
  return `Find out why ${failing} fails`;
}

export function mendStep(failing: string): string {
  return `Fix what makes ${failing} fail`;
}

export function reviewStep(paths: readonly string[], round: number): string {
  return `Review ${paths.join(', ')} (round ${round})`;
}

/** What a step found that was left out. */
export const LEFT_OUT = 'Skipped: what I need for this does not stay in the context.';

/** The subject of a step. */
export function stepWords(step: string): {
  readonly paths: readonly string[];
  readonly failing: string;
  readonly round: number;
} {
  return {
    paths: /^Review (.*?) \(round/.exec(step)?.[1]?.split(', ') ?? [],
    failing: /(?:why|makes) (\S+) fail/.exec(step)?.[1] ?? '',
    round: Number(/\(round (\d+)\)/.exec(step)?.[1] ?? 0),
  };
}
