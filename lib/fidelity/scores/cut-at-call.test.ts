import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { cutAtCall } from './cut-at-call';

const transcript = transcriptFromText(
  [
    'user "a"',
    'call #1 read a.ts',
    'result #1 "x"',
    'boundary micro #1',
    'assistant "b"',
    'boundary full auto 1000',
    'summary "c"',
    'injected "d"',
    'user "e"',
    'assistant "f"',
    'user "g"',
    'assistant "h"',
  ].join('\n'),
);
const consequences = Uint8Array.from(transcript.messages, ({ kind }) =>
  Number(kind === 'summary' || kind === 'injected'),
);
const cutAt = (call: number) => cutAtCall({ transcript, isConsequence: consequences }, call, []);
const leftAt = (call: number) => cutAt(call).left.map(({ place, part }) => `m${place?.message} ${part.kind}`);

it('includes everything before a call except results that were cleared', () => {
  expect(leftAt(1)).toEqual(['m0 text', 'm1 tool-call']);
  expect(leftAt(3)).toEqual(['m4 text', 'm5 text', 'm6 text', 'm7 text', 'm8 text']);
});

it('covers what the recording compacted before that call; what came after is later', () => {
  expect(leftAt(2)).toEqual(['m0 text', 'm1 tool-call', 'm3 text']);
  const { later } = cutAt(2);
  expect(later.from).toBe(4);
  expect([4, 5, 6].map((message) => later.isSent(message))).toEqual([false, false, true]);
});

it('rejects a call that does not exist', () => {
  expect(() => cutAt(4)).toThrow('Call 4 of 4 was asked for');
});
