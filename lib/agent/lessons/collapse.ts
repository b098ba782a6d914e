import type { Lesson } from './lesson';
import { ends, lessonPolicy, readsDays } from './lesson-parts';
import { stationLogs } from './station-log';

export const collapse: Lesson = {
  id: 'collapse',
  title: 'Context collapse',
  shows: 'Spans of old rounds are replaced by short summaries. Each can be unfolded again.',
  layer: 'collapse',
  policy: lessonPolicy('Context collapse', {
    collapse: {
      stageShare: 0.5,
      commitShare: 0.8,
      targetShare: 0.4,
      spanShare: 0.12,
      protectedRounds: 3,
      summaryTokens: 300,
    },
  }),
  files: stationLogs(12, 80),
  prompts: ['Read the logs and tell me which day began the warmest.'],
  replies: [...readsDays(1, 12), ends('Day 7 began the warmest.')],
  moments: [
    {
      at: { type: 'call', call: 9 },
      look: 'chart',
      text: 'The context has grown to {used} tokens. The oldest rounds are already chosen, but nothing has changed yet: perhaps the work ends before they have to go.',
    },
    {
      at: { type: 'change', layer: 'collapse' },
      look: 'messages',
      text: 'At {line} tokens, the chosen rounds ({spans} spans) were summarised by a side request for each span ({dollars}), and replaced by the summaries: {before} → {after} tokens. The latest rounds stay as they were.',
    },
    {
      at: { type: 'call', call: 13 },
      look: 'chart',
      text: 'After {call} calls the context has {used} tokens, and no full compaction was needed. Nothing is lost, either: in a run of your own, /unfold with the number of a summary restores its span.',
    },
  ],
};
