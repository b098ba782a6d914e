import { useEffect, useState } from 'react';
import { type Failure, failureOf, isCancelled } from '@/lib/base/failure';

/**
 * The answer to a question, and nothing while it is awaited. The question is the function: the same as long as the question
 * is (`useCallback`), undefined if there is none. The answer to an earlier one is never shown.
 */
export function useAnswer<Value>(
  ask: ((signal: AbortSignal) => Promise<Value>) | undefined,
  /** Questions that follow each other faster are not asked. */
  delayMs = 0,
): Value | Failure | undefined {
  const [answered, setAnswered] = useState<{ readonly ask: typeof ask; readonly answer: Value | Failure }>();

  useEffect(() => {
    if (ask === undefined) return undefined;
    const asking = new AbortController();
    const keep = (answer: Value | Failure) => {
      if (!asking.signal.aborted) setAnswered({ ask, answer });
    };
    const begin = () => {
      ask(asking.signal).then(keep, (error: unknown) => {
        if (!isCancelled(error)) keep(failureOf(error));
      });
    };
    const timer = delayMs === 0 ? undefined : setTimeout(begin, delayMs);
    if (delayMs === 0) begin();
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [ask, delayMs]);

  return answered?.ask === ask ? answered?.answer : undefined;
}
