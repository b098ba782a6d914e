'use client';

import { useEffect, useState } from 'react';
import { isCancelled } from '@/lib/base/failure';
import type { MessageAsks } from '@/lib/state/messages/message-asks';

/** A search through the full text is asked for once no further letter is typed. */
const SEARCH_AFTER_MS = 120;

export interface FoundText {
  readonly text: string;
  /** Keys of parts of the recording. */
  readonly keys: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** The parts whose full text holds the words; nothing while they are looked for. */
export function useSearch(ask: Pick<MessageAsks, 'search'>, text: string): FoundText | undefined {
  const [found, setFound] = useState<FoundText>();

  useEffect(() => {
    if (text.trim() === '') return undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      ask.search(text, { signal: asking.signal }).then(
        ({ keys, isCut }) => setFound({ text, keys: new Set(keys), isCut }),
        (error: unknown) => {
          // What the first words hold is listed all the same.
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
