import { describe, expect, test } from 'vitest';
import { usualView, viewFromQuery, viewSortedBy, viewToQuery, visibleEntries } from './list-view';
import type { SessionEntry } from './session-entry';

function entry(title: string, more: Partial<SessionEntry> = {}): SessionEntry {
  return { id: title, title, origin: 'stored', models: [], peakIsEstimated: false, bytes: 0, ...more };
}

const titles = (entries: readonly SessionEntry[]) => entries.map(({ title }) => title);

describe('the view in the address', () => {
  test('the usual view leaves the address empty', () => {
    expect(viewToQuery(usualView).toString()).toBe('');
    expect(viewFromQuery(new URLSearchParams())).toEqual(usualView);
  });

  test('any other view comes back as it was', () => {
    for (const isDescending of [true, false]) {
      const view = { search: 'a b&c', sort: 'peak', isDescending } as const;
      expect(viewFromQuery(viewToQuery(view))).toEqual(view);
    }
  });

  test('a column that does not exist is ignored', () => {
    expect(viewFromQuery(new URLSearchParams('sort=__proto__.down'))).toEqual(usualView);
  });
});

test('a column is sorted largest first, or from A, and turned round when it is chosen again', () => {
  const byPeak = viewSortedBy(usualView, 'peak');
  expect(byPeak).toMatchObject({ sort: 'peak', isDescending: true });
  expect(viewSortedBy(byPeak, 'peak').isDescending).toBe(false);
  expect(viewSortedBy(usualView, 'title').isDescending).toBe(false);
});

test('the search finds every word, in title, file, agent or model', () => {
  const entries = [
    entry('Fix the parser', { agent: { name: 'Claude Code', version: '2.1.9' } }),
    entry('Fix the build', { models: ['gpt-5'] }),
  ];
  expect(titles(visibleEntries(entries, { ...usualView, search: 'fix CODE' }))).toEqual(['Fix the parser']);
  expect(titles(visibleEntries(entries, { ...usualView, search: 'gpt' }))).toEqual(['Fix the build']);
  expect(visibleEntries(entries, { ...usualView, search: 'parser gpt' })).toEqual([]);
});

test('numbers are compared as numbers, within words too', () => {
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

test('the samples stand after what is the user’s own, however the list is sorted', () => {
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
