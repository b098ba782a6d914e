import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { arbitraryRecording } from '../../transcript/arbitrary-recording.test-support';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { messageRows } from '../../worker/engine/message-rows';
import { contextLines } from './context-lines';
import { emptyContext, recordedContext, unchanged } from './recorded-context';

function recordedAt(transcript: Transcript, call: number) {
  const { recorded } = replayMaterial(transcript);
  const session = { rows: messageRows(transcript), boundaries: transcript.boundaries, timeline: recorded.timeline };
  const weighed = recorded.contextAtCall(call);
  const context = recordedContext(weighed);
  const lines = (wholeSession = false) => contextLines(session, unchanged, context, { wholeSession });
  return { weighed, context, lines };
}

const cleared = transcriptFromText(
  'user "Go"\ncall #1 ls\nresult #1 900 tokens\nassistant "Read"\nboundary micro #1\nuser "On"\ncall #2 ls\nuser "More"',
);

test('lists what a call carried, with cleared results as cleared', () => {
  const { lines } = recordedAt(cleared, 2);
  expect(lines().map(({ key, fate, isChange }) => [key, fate, isChange])).toEqual([
    ['0.0', 'kept', false],
    ['1.0', 'kept', false],
    ['2.0', 'cleared', false],
    ['3.0', 'kept', false],
    ['4.0', 'kept', false],
  ]);
});

test('lists the rest of the file too, with its fate', () => {
  const text =
    'user "Go"\ncall #1 ls\nresult #1 9 tokens\nboundary full auto 900\nsummary 20 tokens\ncall #2 ls\nuser "On"';
  const { lines } = recordedAt(transcriptFromText(text), 1);
  expect(lines(true).map(({ key, fate }) => `${key} ${fate}`)).toEqual([
    '0.0 left',
    '1.0 left',
    '2.0 left',
    '3.0 kept',
    '4.0 unsent',
    '5.0 unsent',
  ]);
});

test('lists all of a file without calls, unchanged', () => {
  const transcript = transcriptFromText('user "Go"\nuser "On"');
  const session = {
    rows: messageRows(transcript),
    boundaries: [],
    timeline: replayMaterial(transcript).recorded.timeline,
  };
  const lines = contextLines(session, unchanged, emptyContext, { wholeSession: true });
  expect(lines.map(({ key, fate, after }) => [key, fate, after])).toEqual([
    ['0.0', 'kept', undefined],
    ['1.0', 'kept', undefined],
  ]);
});

test('has every part once and unchanged; with the system prompt it adds up to what was sent', () => {
  let lined = 0;
  fc.assert(
    fc.property(arbitraryRecording, fc.nat(), (transcript, seed) => {
      if (transcript.calls.length === 0) return;
      const { weighed, context, lines } = recordedAt(transcript, seed % transcript.calls.length);
      const all = lines();
      lined += all.length;
      const parts = weighed.messages.flatMap(({ partTokens }) => (partTokens.length === 0 ? [0] : partTokens));
      expect(all.map(({ after }) => after?.tokens)).toEqual(parts);
      expect(all.filter(({ isChange, before, after }) => isChange || before !== after)).toEqual([]);
      const sent = context.after.reduce((sum, { tokens }) => sum + tokens, context.systemTokens);
      expect(sent).toBe(weighed.tokens);
      const listed = new Set(lines(true).map(({ key }) => key));
      transcript.messages.forEach((_, index) => {
        expect(listed.has(`${index}.0`)).toBe(true);
      });
    }),
    { seed: 5, numRuns: 100 },
  );
  expect(lined).toBeGreaterThan(100);
});
