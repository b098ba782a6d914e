import { expect, it } from 'vitest';
import { transcriptFromText } from './transcript-from-text';
import { windowOf } from './window-of';

it.each([
  ['200,000, for nothing tells of a larger one', 'user 10 tokens', 200_000],
  ['what the file states', 'window 131072\nuser 10 tokens\nassistant "a"\nusage 250000', 131_072],
  ['200,000 as long as it was not exceeded', 'user 10 tokens\nassistant "a"\nusage 199000 output 1000', 200_000],
  ['a million once a call was larger', 'user 10 tokens\nassistant "a"\nusage 200001', 1_000_000],
  ['a million once a compaction began at more', 'user 10 tokens\nboundary full auto 200001', 1_000_000],
])('[W1] the window is %s', (_, text, window) => {
  expect(windowOf(transcriptFromText(text))).toBe(window);
});

it('[W1] what a microcompact could clear does not tell of the window', () => {
  const transcript = transcriptFromText('user 10 tokens\nboundary micro 200001');
  const boundaries = transcript.boundaries.map((each) => ({ ...each, preTokensMeans: 'clearable' as const }));
  expect(windowOf({ ...transcript, boundaries })).toBe(200_000);
});
