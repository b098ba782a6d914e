import type { Lesson } from './lesson';
import { ends, lessonPolicy, readsDays } from './lesson-parts';
import { stationLogs } from './station-log';

export const recovery: Lesson = {
  id: 'recovery',
  title: 'Recovery',
  shows: 'A call that the provider rejects as too long is made smaller, and sent again.',
  layer: 'full-compact',
  policy: lessonPolicy(
    'Recovery',
    { 'full-compact': { restoredFiles: 1, restoredTokensPerFile: 600, restoredTokens: 600, summaryTokens: 1_500 } },
    { isReactiveOnly: true },
  ),
  files: stationLogs(12, 80),
  acceptsTokens: 14_000,
  prompts: ['Read the logs and tell me what they have in common.'],
  replies: [...readsDays(1, 11), ends('They all have the same form.')],
  moments: [
    {
      at: { type: 'call', call: 5 },
      look: 'chart',
      text: 'Under this policy nothing happens before a call is rejected. The policy expects a window of {window} tokens; this provider accepts only {accepted}, which no setting says.',
    },
    {
      at: { type: 'refused' },
      look: 'chat',
      text: 'Call {call} was rejected: the provider accepts {accepted} tokens. An agent without recovery stops here, and its work is lost.',
    },
    {
      at: { type: 'change', layer: 'full-compact' },
      look: 'messages',
      text: 'Instead, the context was compacted, {before} → {after} tokens, and the same call was sent again, with success. The line above the chart says “reactive”.',
    },
  ],
};
