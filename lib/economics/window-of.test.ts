import { expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { limitsOf } from './window-of';

function windowOf(text: string, model?: string): string {
  const transcript = transcriptFromText(text);
  const calls = transcript.calls.map((call) => (model === undefined ? call : { ...call, model }));
  const { windowTokens, windowSource } = limitsOf({ ...transcript, calls });
  return `${windowTokens} ${windowSource}`;
}

const call = (usage: number) => `user 10 tokens\nassistant "a"\nusage ${usage}`;

it.each([
  ['200,000, for nothing tells of a larger one', 'user 10 tokens', undefined, '200000 assumed'],
  ['200,000 as long as it was not exceeded', `${call(199_000)} output 1000`, undefined, '200000 assumed'],
  ['what the file states, whatever the model', `window 131072\n${call(1_000)}`, 'gpt-4o', '131072 file'],
  ['the one in the id of the model', call(1_000), 'claude-sonnet-4-5[1m]', '1000000 model-id'],
  ["the model's", call(1_000), 'gpt-4o', '128000 model'],
  ["the model's, of another provider", call(1_000), 'gemini-2.5-pro', '1048576 model'],
  ['a million once a request was larger', call(200_001), undefined, '1000000 answered'],
  ["the model's larger one, once it is proved", call(200_001), 'claude-opus-4-6', '1000000 answered'],
  [
    'as large as an answered request, if the file states less',
    `window 131072\n${call(1_200_000)}`,
    undefined,
    '1200000 answered',
  ],
  [
    'no more than an answered request, if the file states slightly less',
    `window 258400\n${call(259_000)}`,
    'gpt-5-codex',
    '259000 answered',
  ],
  ['no more than that for a model of another provider', call(401_000), 'gpt-5-codex', '401000 answered'],
  [
    "the model's larger one, where the file states less than was answered",
    `window 200000\n${call(300_000)}`,
    'claude-opus-4-6',
    '1000000 answered',
  ],
  [
    'a million once a compaction started above the default',
    'user 10 tokens\nboundary full auto 200001',
    undefined,
    '1000000 answered',
  ],
])('[W1] the window is %s', (_, text, model, expected) => {
  expect(windowOf(text, model)).toBe(expected);
});

it('[W1] a Codex session without a window has the Codex window, not the Claude one', () => {
  expect(limitsOf(transcriptFromText('user 10 tokens', { format: 'codex' }))).toMatchObject({
    windowTokens: 272_000,
    windowSource: 'assumed',
  });
});

it('[W1] no Codex session has a Claude window', () => {
  const transcript = transcriptFromText(call(300_000));
  expect(limitsOf({ ...transcript, format: 'codex' }).windowTokens).toBe(300_000);
});

it('[W1] [X1] without usage, the counted size of an answered request proves a larger window, within the counting error', () => {
  const transcript = transcriptFromText('user 10 tokens\nassistant "a"');
  expect(limitsOf(transcript, 210_000)).toMatchObject({ windowTokens: 200_000, windowSource: 'assumed' });
  expect(limitsOf(transcript, 400_000)).toMatchObject({ windowTokens: 1_000_000, windowSource: 'answered' });
  expect(limitsOf({ ...transcript, contextWindow: 200_000 }, 400_000).windowTokens).toBe(200_000);
});

it('[W1] follows the model that made most calls', () => {
  const transcript = transcriptFromText([call(100), call(200), call(300)].join('\n'));
  const models = ['gpt-4o-mini', 'claude-haiku-5-5', 'claude-haiku-5-5'];
  const calls = transcript.calls.map((each, index) => ({ ...each, model: models[index] ?? '' }));
  expect(limitsOf({ ...transcript, calls })).toMatchObject({ windowTokens: 1_000_000, maxOutputTokens: 128_000 });
});

it('[W1] what a microcompact could clear does not prove a window', () => {
  const transcript = transcriptFromText('user 10 tokens\nboundary micro 200001');
  const boundaries = transcript.boundaries.map((each) => ({ ...each, preTokensMeans: 'clearable' as const }));
  expect(limitsOf({ ...transcript, boundaries }).windowTokens).toBe(200_000);
});
