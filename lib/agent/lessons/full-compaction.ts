import type { Lesson } from './lesson';
import { ends, lessonPolicy, readsDays } from './lesson-parts';
import { stationLogs } from './station-log';

export const fullCompaction: Lesson = {
  id: 'full',
  title: 'Full compaction',
  shows: 'Everything is replaced by one summary that the model writes.',
  layer: 'full-compact',
  policy: lessonPolicy('Full compaction', {
    'full-compact': { restoredFiles: 2, restoredTokensPerFile: 600, restoredTokens: 1_200, summaryTokens: 1_500 },
  }),
  files: stationLogs(13, 80),
  prompts: ['Read the logs. Never guess a reading. Which day began with the lowest pressure?'],
  replies: [...readsDays(1, 13), ends('Day 11 began with the lowest pressure.')],
  moments: [
    {
      at: { type: 'call', call: 11 },
      look: 'chart',
      text: 'The context has {used} tokens. At {threshold}, the line named “auto”, it is compacted: the rest of the window is needed for the summary and the reply.',
    },
    {
      at: { type: 'change', layer: 'full-compact' },
      look: 'messages',
      text: 'A side request asked for a summary ({dollars}), and it replaced all messages: {before} → {after} tokens. The latest files were restored, shortened, so that the agent can continue.',
    },
    {
      at: { type: 'call', call: 14 },
      look: 'chat',
      text: 'The agent continues with what the summary says. Open “Replacement summary” in the chat to see what it kept of your rule and of the readings.',
    },
  ],
};
