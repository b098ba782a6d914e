'use client';

import { useEffect, useState } from 'react';
import { isCancelled } from '@/lib/base/failure';
import type { MessageAsks } from '@/lib/state/messages/message-asks';

/** The full-text search starts once typing pauses. */
const SEARCH_AFTER_MS = 120;

export interface FoundText {
  readonly text: string;
  /** Keys of parts of the recording. */
  readonly keys: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** The parts whose full text contains the words; undefined while the search runs. */
export function useSearch(ask: Pick<MessageAsks, 'search'>, text: string): FoundText | undefined {
  const [found, setFound] = useState<FoundText>();

  useEffect(() => {
    if (text.trim() === '') return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      ask.search(text, { signal: asking.signal }).then(
        ({ keys, isCut }) => setFound({ text, keys: new Set(keys), isCut }),
        (error: unknown) => {
          // Matches in the first words are listed anyway.
          if (!isCancelled(error)) setFound({ text, keys: new Set(), isCut: true });
        },
      );
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [ask, text]);

  return found?.text === text ? found : undefined;
}
