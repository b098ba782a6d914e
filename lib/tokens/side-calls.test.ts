import { expect, it } from 'vitest';
import type { CallId, Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { sideCallsOf } from './side-calls';

function sideCalls(...usages: (number | 'full')[]): number[] {
  const lines = usages.map((usage) => (usage === 'full' ? 'boundary full' : `assistant "a"\nusage ${usage}`));
  const transcript = transcriptFromText(lines.join('\n'));
  return [...sideCallsOf(transcript)].map((call) => transcript.calls.indexOf(call));
}

it('finds the call that carried something else', () => {
  expect(sideCalls(50_000, 800, 51_000, 52_000)).toEqual([1]);
  expect(sideCalls(50_000, 51_000, 900, 51_500)).toEqual([2]);
});

it('does not mistake a lasting loss for one', () => {
  expect(sideCalls(50_000, 20_000, 21_000)).toEqual([]);
  expect(sideCalls(50_000, 20_000)).toEqual([]);
  expect(sideCalls(50_000, 30_000, 51_000)).toEqual([]);
});

it('does not look across a compaction', () => {
  expect(sideCalls(50_000, 'full', 20_000, 51_000)).toEqual([]);
});

/** Two calls, a compaction, and one call more; the request for the summary stands at the boundary, and has no reply. */
function withRequest(sent: number, timeMs?: number): Transcript {
  const text = `clock 2026-01-01T10:00:00Z
    assistant "a"
    usage 50000
    user "b"
    assistant "c"
    usage 51000
    ${timeMs === undefined ? '' : 'wait 60 s'}
    boundary full
    summary "d"
    assistant "e"
    usage 9000`;
  const transcript = transcriptFromText(text);
  const [boundary] = transcript.boundaries;
  const [first, second, third] = transcript.calls;
  if (boundary === undefined || first === undefined || second === undefined || third === undefined) throw new Error();
  const usage = { input: sent, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 500 };
  const time = timeMs === undefined ? {} : { timeMs: (boundary.timeMs ?? 0) + timeMs };
  const request = { id: 'request' as CallId, at: boundary.at, usage, ...time };
  return { ...transcript, calls: [first, second, request, third] };
}

const sideIds = (transcript: Transcript) => [...sideCallsOf(transcript)].map(({ id }) => id);

it('recognises the request for the summary of a recorded compaction by its time', () => {
  expect(sideIds(withRequest(51_500, -1_000))).toEqual(['request']);
  expect(sideIds(withRequest(20_000, -1_000))).toEqual(['request']);
  expect(sideIds(withRequest(51_500, 1_000))).toEqual([]);
});

it('recognises it by its size if there are no times: it carried everything that was compacted', () => {
  expect(sideIds(withRequest(51_500))).toEqual(['request']);
  expect(sideIds(withRequest(9_000))).toEqual([]);
});
