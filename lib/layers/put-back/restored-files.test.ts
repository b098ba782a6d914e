import { expect, it } from 'vitest';
import { roughMessage, roughPart } from '../../tokens/rough';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { contextAsText, contextFromText, environment } from '../shape/context-text.test-support';
import { contextMessage, madeMessage, wholeMessage } from '../shape/made-message';
import { defaultsOf } from '../shape/setting';
import { namesOfFiles, restoredFiles, restoredFilesSettings } from './restored-files';

const text = 'call #1 read a.ts\n---\nresult #1 900 tokens\ncall #2 read b.ts\n---\nresult #2 800 tokens';
const { messages } = contextFromText(text);
const settings = defaultsOf(restoredFilesSettings);

it('[F6] exclude files that are still in the kept messages', () => {
  const restored = restoredFiles(messages, messages.slice(2), settings, environment());
  expect(contextAsText({ messages: restored })).toEqual(['injected (902)']);
});

it('[F6] contain what a cleared result contained, not its placeholder', () => {
  const cleared = messages.map((each, index) => {
    if (index !== 3) return each;
    const message = wholeMessage(each.message, each.recordedAt, () => 5);
    const [part] = each.message.parts;
    if (part?.kind !== 'tool-result') throw new Error('the fourth message holds no result');
    const cleared = { ...part, parts: [{ kind: 'text' as const, text: '[cleared]' }] };
    const parts = message.parts.map((held) => ({ ...held, part: cleared, state: 'cleared' as const }));
    return contextMessage({ ...each.message, parts: [cleared] }, parts, each.recordedAt);
  });
  const env = environment({ transcript: transcriptFromText(text) });
  const restored = restoredFiles(cleared, cleared.slice(2), settings, env);
  // In what is kept it stands as a placeholder, so it is put back all the same.
  expect(contextAsText({ messages: restored })).toEqual(['injected (802)', 'injected (902)']);
});

it('[F6] include what was restored before, in the same order, after what was read since', () => {
  const once = restoredFiles(messages, [], settings, environment());
  expect(contextAsText({ messages: once })).toEqual(['injected (802)', 'injected (902)']);
  const { messages: since } = contextFromText('call #3 read c.ts\n---\nresult #3 700 tokens');
  const again = restoredFiles([...once, ...since], [], settings, environment({ call: 9 }));
  expect(again.map(({ message, tokens }) => `${message.id} ${tokens}`)).toEqual([
    'made-9-file-1 702',
    'made-9-file-2 802',
    'made-9-file-3 902',
  ]);
  const { messages: reread } = contextFromText('call #3 read a.ts\n---\nresult #3 700 tokens');
  expect(contextAsText({ messages: restoredFiles([...once, ...reread], [], settings, environment()) })).toEqual([
    'injected (702)',
    'injected (802)',
  ]);
});

it('[F6] include what is newer than the kept reading', () => {
  const { messages: twice } = contextFromText(
    'call #1 read a.ts\n---\nresult #1 900 tokens\ncall #2 read a.ts\n---\nresult #2 800 tokens',
  );
  const kept = twice.slice(0, 2);
  const once = restoredFiles(twice, kept, settings, environment());
  expect(contextAsText({ messages: once })).toEqual(['injected (802)']);
  for (const stays of [kept, []]) {
    const again = restoredFiles([...kept, ...once], stays, settings, environment({ call: 9 }));
    expect(contextAsText({ messages: again })).toEqual(['injected (802)']);
  }
});

it('[F6] count a file once, however often it returns', () => {
  let counts = 0;
  const counter = {
    messageTokens: roughMessage,
    partTokens: (part: Parameters<typeof roughPart>[0]) => {
      counts += 1;
      return roughPart(part);
    },
  };
  const once = restoredFiles(messages, [], settings, environment({ counter }));
  expect(counts).toBe(2);
  restoredFiles(messages, [], settings, environment({ counter }));
  expect(counts).toBe(2);
  const again = restoredFiles(once, [], settings, environment({ counter }));
  expect(contextAsText({ messages: again })).toEqual(['injected (802)', 'injected (902)']);
  expect(counts).toBe(2);
  // Another counter comes to other figures.
  const doubled = { ...counter, partTokens: (part: Parameters<typeof roughPart>[0]) => 2 * roughPart(part) };
  const [first] = restoredFiles(messages, [], settings, environment({ counter: doubled }));
  expect(first?.tokens).toBe(1_604);
});

it.each([
  ['view_image {"path":"a.ts"}', 'a.ts'],
  ['str_replace_editor {"command":"view","path":"a.ts"}', 'a.ts'],
  ['file_editor {"command":"view","path":"a.ts"}', 'a.ts'],
  ['str_replace_based_edit_tool {"command":"view","path":"a.ts"}', 'a.ts'],
  ['read_file {"filename":"a.ts"}', 'a.ts'],
  ['read_many_files {"paths":["a.ts"]}', 'a.ts'],
])('[F6] %s reads a file', (call, path) => {
  const { messages: read } = contextFromText(`call #1 ${call}\n---\nresult #1 500 tokens`);
  const [first] = restoredFiles(read, [], settings, environment());
  expect(first?.parts[0]?.part).toMatchObject({ kind: 'text', text: expect.stringMatching(new RegExp(`^${path}\n`)) });
});

it.each([
  'str_replace_editor {"command":"str_replace","path":"a.ts","old_str":"a","new_str":"b"}',
  'read_many_files {"paths":["a.ts","b.ts"]}',
  'mcp__files__read_file {"path":"a.ts"}',
  'list_dir {"path":"src"}',
  'read_bash {"path":"a.ts"}',
])('[F6] %s does not read a single file', (call) => {
  const { messages: other } = contextFromText(`call #1 ${call}\n---\nresult #1 500 tokens`);
  expect(restoredFiles(other, [], settings, environment())).toEqual([]);
});

it('[F10] are named, including those that an earlier list named', () => {
  const textOf = (given: Parameters<typeof namesOfFiles>[0], most = 5) =>
    namesOfFiles(given, { ...settings, restoredFiles: most }, environment()).map(({ parts }) => parts[0]?.part);
  expect(textOf(messages)).toEqual([{ kind: 'text', text: 'Files read last:\nb.ts\na.ts' }]);
  const text = 'Files read last:\nc.ts\nb.ts';
  const list = madeMessage('made-3-files', 'injected', [{ kind: 'text', text }], environment().counter);
  expect(textOf([list, ...messages])).toEqual([{ kind: 'text', text: 'Files read last:\nb.ts\na.ts\nc.ts' }]);
  expect(textOf([list, ...messages], 1)).toEqual([{ kind: 'text', text: 'Files read last:\nb.ts' }]);
  expect(textOf([list], 0)).toEqual([]);
});
