import type { Lesson } from './lesson';
import { ends, lessonPolicy, readsDays } from './lesson-parts';
import { stationLogs } from './station-log';

export const microcompact: Lesson = {
  id: 'microcompact',
  title: 'Microcompact',
  shows: 'Old tool results give way to placeholders. The conversation itself stays.',
  layer: 'microcompact-cached',
  policy: lessonPolicy('Microcompact', { 'microcompact-cached': { trigger: 5, keep: 2 } }),
  files: stationLogs(12, 80),
  prompts: ['Read the logs and note when the wind turned.'],
  replies: [...readsDays(1, 12), ends('The wind turned with every reading, on all twelve days.')],
  moments: [
    {
      at: { type: 'call', call: 6 },
      look: 'chart',
      text: 'Most of these {used} tokens are tool results, and the agent has already used most of them.',
    },
    {
      at: { type: 'change', layer: 'microcompact-cached' },
      look: 'messages',
      text: 'With {live} results, more than {trigger}, the oldest were replaced by placeholders: {tokens} tokens. The latest results stay, and so do all calls and texts: the agent still knows what it did.',
    },
    {
      at: { type: 'change', layer: 'microcompact-cached', nth: 1 },
      look: 'chart',
      text: 'A few reads later it happens again. The server deletes the results from its cached copy, so even this call read {read} of its {used} tokens from the cache: what stays is not paid in full again.',
    },
  ],
};
