import type { Lesson } from './lesson';
import { ends, lessonPolicy, reads, readsDays } from './lesson-parts';
import { readingsIn, stationLog, stationLogs } from './station-log';

export const snip: Lesson = {
  id: 'snip',
  title: 'Snip',
  shows: 'The oldest rounds are removed, without a summary and without a request.',
  layer: 'snip',
  policy: lessonPolicy('Snip', { snip: { triggerShare: 0.7, targetShare: 0.4 } }),
  files: stationLogs(9, 80),
  prompts: ['Read the logs one after another. Then tell me how day 1 began.'],
  replies: [
    ...readsDays(1, 9),
    { ...reads(1), say: 'The log of day 1 is no longer in my context. I have to read it again.' },
    ends(`Day 1 began with this reading: ${readingsIn(stationLog(1, 80))[0]}.`),
  ],
  moments: [
    {
      at: { type: 'call', call: 5 },
      look: 'chart',
      text: 'Every log that the agent reads stays in the context: after {call} calls it has {used} of {window} tokens.',
    },
    {
      at: { type: 'change', layer: 'snip' },
      look: 'messages',
      text: 'At its limit, this layer removed the {messages} oldest messages, {tokens} tokens, down to its target of {target}. There is no summary, so it costs no request, and the agent only sees that something is gone.',
    },
    {
      at: { type: 'call', call: 11 },
      look: 'chat',
      text: 'The price: day 1 was among them, so the agent had to read it again. Snip suits work whose beginning does not matter later.',
    },
  ],
};
