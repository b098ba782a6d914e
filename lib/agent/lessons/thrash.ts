import type { Lesson } from './lesson';
import { lessonPolicy, reads } from './lesson-parts';
import { logOf, stationLog } from './station-log';

export const thrash: Lesson = {
  id: 'thrash',
  title: 'Thrashing',
  shows: 'One result fills the window after every compaction, until the agent gives up.',
  layer: 'full-compact',
  policy: lessonPolicy('Thrashing', {
    'full-compact': { restoredFiles: 1, restoredTokensPerFile: 600, restoredTokens: 600, summaryTokens: 1_500 },
  }),
  files: { [logOf(1)]: stationLog(1, 60), [logOf(2)]: stationLog(2, 960) },
  prompts: ['Is there a mistake in the log of day 2?'],
  replies: [
    reads(1),
    reads(2),
    { ...reads(2), say: 'I can no longer see the log of day 2. I’ll read it again.' },
    { ...reads(2), say: 'It is gone again. Once more.' },
    { ...reads(2), say: 'And once more.' },
    { ...reads(2), say: 'And once more.' },
  ],
  moments: [
    {
      at: { type: 'change', layer: 'full-compact' },
      look: 'chart',
      text: 'The log of day 2 almost fills the window: {before} tokens, over the threshold of {threshold}. The context was compacted to {after}, and the log was gone before the agent could use it.',
    },
    {
      at: { type: 'change', layer: 'full-compact', nth: 1 },
      look: 'chat',
      text: 'So it read the log again, and {since} call after the last compaction the context was full again: {before} tokens.',
    },
    {
      at: { type: 'thrash' },
      look: 'chat',
      text: 'Three times in a row: compacting does not help, and each attempt costs a summary. The policy gives up and names the largest message, {tokens} tokens. A result budget would have prevented it.',
    },
  ],
};
