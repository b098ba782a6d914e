import { expect, it } from 'vitest';
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

it('does not take a loss that lasts for one', () => {
  expect(sideCalls(50_000, 20_000, 21_000)).toEqual([]);
  expect(sideCalls(50_000, 20_000)).toEqual([]);
  expect(sideCalls(50_000, 30_000, 51_000)).toEqual([]);
});

it('does not look across a compaction', () => {
  expect(sideCalls(50_000, 'full', 20_000, 51_000)).toEqual([]);
});
