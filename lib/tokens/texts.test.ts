import { expect, it } from 'vitest';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { textsMessage } from './texts';

const counted = (text: string) => transcriptFromText(text).messages.map(textsMessage);

it('[W10] counts a quarter of the characters of texts and results, rounded up', () => {
  expect(counted('user "12345"\nassistant "1234"')).toEqual([2, 1]);
  expect(counted('call #1 read a.ts\n---\nresult #1 "123456789"')[1]).toBe(3);
});

it('[W10] counts the name and the arguments of a call, and 1,200 tokens for an image', () => {
  const [call] = transcriptFromText('call #1 read a.ts\n---\nresult #1 "x"').messages;
  const [part] = call?.parts ?? [];
  if (call === undefined || part?.kind !== 'tool-call') throw new Error('no call');
  expect(textsMessage(call)).toBe(Math.ceil((4 + JSON.stringify(part.input).length) / 4));
  expect(counted('user "a"\nimage 640x480')).toEqual([1_201]);
});
