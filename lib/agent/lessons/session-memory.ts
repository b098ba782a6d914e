import type { Lesson } from './lesson';
import { ends, lessonPolicy, readsDays } from './lesson-parts';
import { stationLogs } from './station-log';

const NOTE = { sectionTokens: 300, noteTokens: 2_000 };

export const sessionMemory: Lesson = {
  id: 'session-memory',
  title: 'Session memory',
  shows: 'A note is written while there is time. A later compaction uses it at once.',
  layer: 'session-memory',
  policy: lessonPolicy('Session memory', {
    'session-memory': {
      ...NOTE,
      keptTokens: 1_500,
      keptMessages: 2,
      mostKeptTokens: 5_000,
      restoredFiles: 1,
      restoredTokensPerFile: 600,
      restoredTokens: 600,
    },
    'note-extraction': { ...NOTE, firstTokens: 12_000, growthTokens: 1_000, toolCalls: 100 },
  }),
  files: stationLogs(13, 80),
  prompts: ['Read the first eight logs.', 'Now read the others.'],
  replies: [
    ...readsDays(1, 8),
    ends('I have read eight logs. They all have the same form.'),
    ...readsDays(9, 13),
    ends('I have read them all.'),
  ],
  moments: [
    {
      at: { type: 'note' },
      look: 'chat',
      text: 'The agent has answered, and the context has grown to {used} tokens. A side request writes the session note: {tokens} tokens ({dollars}). The context does not change.',
    },
    {
      at: { type: 'change', layer: 'session-memory' },
      look: 'messages',
      text: 'The context reached {threshold} tokens. The note was already there, so the compaction needed no request: it replaced what the note covers, {before} → {after} tokens.',
    },
    {
      at: { type: 'call', call: 15 },
      look: 'messages',
      text: 'What came after the note was written stays word for word. So session memory frees most soon after an answer. In the middle of a long turn, the note covers little.',
    },
  ],
};
