import { fateTerms } from '@/lib/series/words/fate-terms';
import type { LineFate } from '@/lib/state/messages/fate-history';

interface FateName {
  readonly label: string;
  readonly explains: string;
}

export function fateName(fate: LineFate): FateName {
  if (fate === 'left') return { label: 'left', explains: 'Removed by a recorded compaction.' };
  if (fate === 'unsent') return { label: 'not sent', explains: 'Sent after this call, or not at all.' };
  const { title, text } = fateTerms[fate];
  return { label: title.toLowerCase(), explains: text };
}
