/** What went wrong, in words for the user. */
export interface Failure {
  readonly what: string;
  readonly advice: string;
}

/** The engine's own failures carry their words; anything else is our mistake, and is said as it is. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'what' in error && 'advice' in error) {
    return { what: String(error.what), advice: String(error.advice) };
  }
  return {
    what: error instanceof Error ? error.message : String(error),
    advice: 'Reload the page. Nothing stored was changed.',
  };
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
