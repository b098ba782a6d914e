import { expect, test } from 'vitest';
import { parseSamples } from './samples';

const sample = { id: 'sample-a', title: 'A', description: 'About a', file: 'a.jsonl', bytes: 7 };

test('a sample may have the numbers of the list or not', () => {
  const summary = { models: ['m'], window: 200_000, calls: 3, peakTokens: 9, peakIsEstimated: false, compactions: 1 };
  expect(parseSamples([sample, { ...sample, summary }])).toEqual([
    { sessionId: 'sample-a', title: 'A', description: 'About a', file: 'a.jsonl', bytes: 7 },
    { sessionId: 'sample-a', title: 'A', description: 'About a', file: 'a.jsonl', bytes: 7, summary },
  ]);
});

test('invalid samples are skipped, and the list still works', () => {
  expect(parseSamples([sample, null, 'x', { id: 'sample-b' }, { ...sample, id: 'not-a-sample' }])).toHaveLength(1);
  expect(parseSamples({ samples: [sample] })).toEqual([]);
});

test('a partial summary counts as none', () => {
  expect(parseSamples([{ ...sample, summary: { calls: 3 } }])[0]).not.toHaveProperty('summary');
});

test('a sample may name its threshold table and its first compaction', () => {
  const named = { ...sample, thresholds: 'a.thresholds.json', firstCompaction: 4 };
  expect(parseSamples([named])[0]).toMatchObject({ thresholds: 'a.thresholds.json', firstCompaction: 4 });
  expect(parseSamples([{ ...named, firstCompaction: 'soon' }])[0]).not.toHaveProperty('firstCompaction');
});
