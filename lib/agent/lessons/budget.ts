import { read } from '../scripted/sight/move';
import type { Lesson } from './lesson';
import { STORED } from './lesson-model';
import { ends, lessonPolicy, reads } from './lesson-parts';
import { logOf, readingsIn, stationLog } from './station-log';

const LONG = stationLog(2, 700);

export const budget: Lesson = {
  id: 'budget',
  title: 'Result budget',
  shows: 'A long tool result is stored in a file. The context gets its beginning and its path.',
  layer: 'result-budget',
  policy: lessonPolicy('Result budget', {
    'result-budget': { limit: 8_000, limitsByTool: {}, responseCharacters: 20_000, previewLength: 600 },
  }),
  files: { [logOf(1)]: stationLog(1, 60), [logOf(2)]: LONG, [logOf(3)]: stationLog(3, 60) },
  prompts: ['Read the first three logs. What was the last reading in the log of day 2?'],
  replies: [
    reads(1),
    reads(2),
    { say: 'The log of day 2 was stored. I only need its end.', calls: [read(STORED, { offset: 650, limit: 40 })] },
    reads(3),
    ends(`The last reading in the log of day 2: ${readingsIn(LONG).at(-1)}.`),
  ],
  moments: [
    {
      at: { type: 'call', call: 2 },
      look: 'chart',
      text: 'A short result goes into the context as it is: {used} tokens so far, and every later call carries it again. The agent now reads a file that is more than ten times as long.',
    },
    {
      at: { type: 'change', layer: 'result-budget' },
      look: 'messages',
      text: 'That result was over the limit, so it was stored in a file: {tokens} tokens never entered the context. Instead of {before} tokens the call carried {after}, with the first lines and the path of the rest.',
    },
    {
      at: { type: 'call', call: 5 },
      look: 'chat',
      text: 'Nothing is lost: the agent read the lines it needed from the stored file. After {call} calls the context has {used} tokens, less than the long file alone.',
    },
  ],
};
