'use client';

import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '@/lib/base/failure';

interface Asked<Value> {
  readonly value: Value | undefined;
  readonly failure: Failure | undefined;
}

/**
 * The answer to the latest request. One at a time, and of those that arrive meanwhile only the latest: a fast agent would
 * cause more requests than it can answer. Until then the previous answer stays.
 */
export function useAsked<Question extends object, Value>(
  question: Question,
  ask: (question: Question) => Promise<Value>,
): Asked<Value> {
  const [asked, setAsked] = useState<Asked<Value>>({ value: undefined, failure: undefined });
  const newest = useRef<Question>(undefined);
  const isAsking = useRef(false);
  const latestAsk = useRef(ask);

  useEffect(() => {
    latestAsk.current = ask;
  });

  useEffect(() => {
    newest.current = question;
    const answerAll = async () => {
      isAsking.current = true;
      for (let next = newest.current; next !== undefined; ) {
        const answer = await latestAsk.current(next).then(
          (value) => ({ value, failure: undefined }),
          (error: unknown) => ({ value: undefined, failure: failureOf(error) }),
        );
        if (newest.current !== undefined) setAsked(answer);
        next = newest.current === next ? undefined : newest.current;
      }
      isAsking.current = false;
    };
    if (!isAsking.current) void answerAll();
  }, [question]);

  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );

  return asked;
}
