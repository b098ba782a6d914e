import { expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { contextAsText, contextFromText, environment } from './context-text.test-support';
import { contextMessage } from './made-message';
import { restoredFiles, restoredFilesSettings } from './restored-files';
import { defaultsOf } from './setting';

const text = 'call #1 read a.ts\n---\nresult #1 900 tokens\ncall #2 read b.ts\n---\nresult #2 800 tokens';
const { messages } = contextFromText(text);
const settings = defaultsOf(restoredFilesSettings);

it('[F6] leaves out the files that are still in what is kept', () => {
  const restored = restoredFiles(messages, messages.slice(2), settings, environment());
  expect(contextAsText({ messages: restored })).toEqual(['injected (902)']);
});

it('[F6] puts back what a cleared result held, not its placeholder', () => {
  const cleared = messages.map((each, index) => {
    if (index !== 3) return each;
    const message = contextMessage(each.message, 'recorded', () => 5);
    const [part] = each.message.parts;
    if (part?.kind !== 'tool-result') throw new Error('the fourth message holds no result');
    return {
      ...message,
      message: { ...each.message, parts: [{ ...part, parts: [{ kind: 'text' as const, text: '[cleared]' }] }] },
      parts: message.parts.map((each) => ({ ...each, state: 'cleared' as const })),
    };
  });
  const env = environment({ transcript: transcriptFromText(text) });
  const restored = restoredFiles(cleared, cleared.slice(2), settings, env);
  // In what is kept it stands as a placeholder, so it is put back all the same.
  expect(contextAsText({ messages: restored })).toEqual(['injected (802)', 'injected (902)']);
});
