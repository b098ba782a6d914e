/** What went wrong and what can be done, in plain sentences for the user that are shown as they are. */
export interface Failure {
  readonly what: string;
  readonly advice: string;
}

/** A failure that is thrown. Anything else that is thrown is a mistake of ours, and is called one. */
export class Refusal extends Error implements Failure {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}

/** On the page: a refusal carries its words; anything else is said as it is. */
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
