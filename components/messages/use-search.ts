'use client';

import { useCallback, useMemo } from 'react';
import { useAnswer } from '@/components/shell/use-answer';
import type { MessageAsks } from '@/lib/state/messages/message-asks';

/** A search through the full text is asked for once no further letter is typed. */
const SEARCH_AFTER_MS = 120;

export interface FoundText {
  /** Keys of parts of the recording. */
  readonly keys: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** The parts whose full text holds the words; nothing while they are looked for. */
export function useSearch(ask: Pick<MessageAsks, 'search'>, text: string): FoundText | undefined {
  const search = useCallback((signal: AbortSignal) => ask.search(text, { signal }), [ask, text]);
  const found = useAnswer(text.trim() === '' ? undefined : search, SEARCH_AFTER_MS);
  return useMemo(() => {
    if (found === undefined) return undefined;
    // What the first words hold is listed all the same.
    return 'what' in found ? { keys: new Set(), isCut: true } : { keys: new Set(found.keys), isCut: found.isCut };
  }, [found]);
}
