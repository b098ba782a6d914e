/** What happened and what to do, in plain sentences that are shown to the user as they are. */
export interface Failure {
  readonly what: string;
  readonly advice: string;
}

/** A failure that is thrown. Anything else that is thrown is a bug, and reported as one. */
export class Refusal extends Error implements Failure {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}

/** In the page: a failure has its own text; other errors are shown as they are. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return { what: error.what, advice: error.advice };
  return {
    what: error instanceof Error ? error.message : String(error),
    advice: 'Reload the page. Nothing stored was changed.',
  };
}

export function cancelled(): DOMException {
  return new DOMException('Cancelled', 'AbortError');
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
