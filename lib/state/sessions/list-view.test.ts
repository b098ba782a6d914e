import { describe, expect, test } from 'vitest';
import { latestEntry, usualView, viewFromQuery, viewSortedBy, viewToQuery, visibleEntries } from './list-view';
import type { SessionEntry } from './session-entry';

function entry(title: string, more: Partial<SessionEntry> = {}): SessionEntry {
  return { id: title, title, origin: 'stored', models: [], peakIsEstimated: false, bytes: 0, ...more };
}

const titles = (entries: readonly SessionEntry[]) => entries.map(({ title }) => title);

describe('the view in the address', () => {
  test('omits the default view', () => {
    expect(viewToQuery(usualView).toString()).toBe('');
    expect(viewFromQuery(new URLSearchParams())).toEqual(usualView);
  });

  test('round-trips any other view', () => {
    for (const isDescending of [true, false]) {
      const view = { search: 'a b&c', sort: 'peak', isDescending } as const;
      expect(viewFromQuery(viewToQuery(view))).toEqual(view);
    }
  });

  test('ignores an unknown column', () => {
    expect(viewFromQuery(new URLSearchParams('sort=__proto__.down'))).toEqual(usualView);
  });
});

test('sorts a column descending, or from A, and reverses it when it is chosen again', () => {
  const byPeak = viewSortedBy(usualView, 'peak');
  expect(byPeak).toMatchObject({ sort: 'peak', isDescending: true });
  expect(viewSortedBy(byPeak, 'peak').isDescending).toBe(false);
  expect(viewSortedBy(usualView, 'title').isDescending).toBe(false);
});

test('finds every word of a search, in title, file, agent or model', () => {
  const entries = [
    entry('Fix the parser', { agent: { name: 'Claude Code', version: '2.1.9' } }),
    entry('Fix the build', { models: ['gpt-5'] }),
  ];
  expect(titles(visibleEntries(entries, { ...usualView, search: 'fix CODE' }))).toEqual(['Fix the parser']);
  expect(titles(visibleEntries(entries, { ...usualView, search: 'gpt' }))).toEqual(['Fix the build']);
  expect(visibleEntries(entries, { ...usualView, search: 'parser gpt' })).toEqual([]);
});

test('compares numbers as numbers, within words too', () => {
  const entries = [entry('run 10', { calls: 9 }), entry('run 9', { calls: 10 })];
  expect(titles(visibleEntries(entries, { search: '', sort: 'title', isDescending: false }))).toEqual([
    'run 9',
    'run 10',
  ]);
  expect(titles(visibleEntries(entries, { search: '', sort: 'calls', isDescending: true }))).toEqual([
    'run 9',
    'run 10',
  ]);
});

test('lists the samples after the user’s own sessions, however it is sorted', () => {
  const entries = [
    entry('a sample', { origin: 'sample', calls: 9 }),
    entry('b', { calls: 1 }),
    entry('c', { calls: 5 }),
  ];
  for (const isDescending of [true, false]) {
    const sorted = visibleEntries(entries, { search: '', sort: 'calls', isDescending });
    expect(titles(sorted).at(-1)).toBe('a sample');
  }
});

test('opens the latest of the user’s own sessions, else the first sample', () => {
  const samples = [1, 2].map((dateMs) => entry(`sample ${dateMs}`, { origin: 'sample', dateMs }));
  expect(latestEntry([...samples, entry('old', { dateMs: 1 }), entry('new', { dateMs: 2 })])?.title).toBe('new');
  expect(latestEntry(samples)?.title).toBe('sample 1');
  expect(latestEntry([])).toBeUndefined();
});

test('lists what is unknown last, in either direction', () => {
  const entries = [entry('undated'), entry('old', { dateMs: 1, cost: 2 }), entry('new', { dateMs: 2, cost: 1 })];
  const sorted = (sort: 'date' | 'cost', isDescending: boolean) =>
    titles(visibleEntries(entries, { search: '', sort, isDescending }));
  expect(sorted('date', true)).toEqual(['new', 'old', 'undated']);
  expect(sorted('date', false)).toEqual(['old', 'new', 'undated']);
  expect(sorted('cost', true)).toEqual(['old', 'new', 'undated']);
});
