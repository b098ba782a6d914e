'use client';

import { useCallback, useMemo } from 'react';
import { useAnswer } from '@/components/ui/use-answer';
import type { MessageAsks } from '@/lib/state/messages/message-asks';

/** The full-text search starts once typing pauses. */
const SEARCH_AFTER_MS = 120;

export interface FoundText {
  /** Keys of parts of the recording. */
  readonly keys: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** The parts whose full text contains the words; undefined while the search runs. */
export function useSearch(ask: Pick<MessageAsks, 'search'>, text: string): FoundText | undefined {
  const search = useCallback((signal: AbortSignal) => ask.search(text, { signal }), [ask, text]);
  const found = useAnswer(text.trim() === '' ? undefined : search, SEARCH_AFTER_MS);
  return useMemo(() => {
    if (found === undefined) return undefined;
    // Matches in the first words are listed anyway.
    return 'what' in found ? { keys: new Set(), isCut: true } : { keys: new Set(found.keys), isCut: found.isCut };
  }, [found]);
}
