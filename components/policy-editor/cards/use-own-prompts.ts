import { useEffect, useState } from 'react';
import { ownPromptStore } from '@/components/prompts/stores/own-prompt-store';
import type { SummaryPrompt } from '@/lib/prompts/summary-prompt';

/** Those that the user has written in the Prompts view, as they are now. */
export function useOwnPrompts(): readonly SummaryPrompt[] {
  const [prompts, setPrompts] = useState<readonly SummaryPrompt[]>([]);

  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const listed = await ownPromptStore.list();
      if (isWanted && listed.ok) setPrompts([...listed.value.records].sort((a, b) => a.title.localeCompare(b.title)));
    };
    void read();
    const end = ownPromptStore.subscribe(() => void read());
    return () => {
      isWanted = false;
      end();
    };
  }, []);

  return prompts;
}
