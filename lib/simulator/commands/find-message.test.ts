import { expect, it } from 'vitest';
import type { MessageId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { findMessage } from './find-message';

const { messages } = transcriptFromText(`
  user "Fix the tests, all of them"
  assistant "Now the tests"
  user "Go on"
  assistant "Now the tests, again"
`);
const made = transcriptFromText('user "Made"').messages.map((message) => ({ ...message, id: 'made-3-x' as MessageId }));

it.each([
  ['#1', 'm0'],
  ['#4', 'm3'],
  ['#0,002', 'm1'],
  ['"Fix  the tests, all"', 'm0'],
  ['"Now the tests"', 'm3'],
  ['"Made"', 'made-3-x'],
  ['m2', 'm2'],
  ['made-3-x', 'made-3-x'],
])('finds %s', (name, id) => {
  expect(findMessage(name, messages, made)).toEqual({ ok: true, value: id });
});

it.each([
  ['#0', /no message #0: the last one is #4/],
  ['#5', /the last one is #4/],
  ['"the tests"', /no message starts with "the tests"/],
  ['" "', /quoted text is empty/],
  ['now', /no message "now"; use a number/],
])('reports that there is no %s', (name, says) => {
  const found = findMessage(name, messages);
  expect(found.ok ? found.value : found.error).toMatch(says);
});
