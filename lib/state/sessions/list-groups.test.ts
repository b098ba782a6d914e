import { describe, expect, test } from 'vitest';
import { isUsuallyOpen, lastName, listItems, type SessionGroup } from './list-groups';
import type { SessionEntry } from './session-entry';

function entry(id: string, more: Partial<SessionEntry> = {}): SessionEntry {
  return { id, title: id, origin: 'stored', models: [], peakIsEstimated: false, bytes: 0, ...more };
}

const inShop = { workingDirectory: '/home/me/shop' };
const inFile = { fileName: 'exports/all.jsonl', fileSessions: 200 };

function outline(entries: readonly SessionEntry[]): unknown {
  return listItems(entries).map((item) =>
    item.type === 'session' ? item.entry.id : { [`${item.of} ${item.name}`]: item.entries.map(({ id }) => id) },
  );
}

function groupOf(entries: readonly SessionEntry[]): SessionGroup {
  const [item] = listItems(entries);
  if (item?.type !== 'group') throw new Error('No group');
  return item;
}

describe('the groups of the list', () => {
  test('are projects, where the first of their sessions stands', () => {
    const other = { workingDirectory: '/home/me/blog' };
    expect(outline([entry('a', inShop), entry('b', other), entry('c'), entry('d', inShop), entry('e', other)])).toEqual(
      [{ 'project shop': ['a', 'd'] }, { 'project blog': ['b', 'e'] }, 'c'],
    );
  });

  test('are the sessions of one file, wherever they were recorded', () => {
    const entries = [entry('a', { ...inFile, ...inShop }), entry('b', inFile), entry('c', inShop), entry('d', inShop)];
    expect(outline(entries)).toEqual([{ 'file all.jsonl': ['a', 'b'] }, { 'project shop': ['c', 'd'] }]);
  });

  test('have at least two sessions, and no samples', () => {
    const samples = [entry('s', { origin: 'sample', ...inShop }), entry('t', { origin: 'sample', ...inShop })];
    expect(outline([entry('a', inShop), ...samples])).toEqual(['a', 's', 't']);
  });

  test('are open, except those of a file with many sessions', () => {
    const many = (more: Partial<SessionEntry>) => Array.from({ length: 200 }, (_, at) => entry(`${at}`, more));
    expect(isUsuallyOpen(groupOf(many(inFile)))).toBe(false);
    expect(isUsuallyOpen(groupOf(many(inFile).slice(0, 3)))).toBe(true);
    expect(isUsuallyOpen(groupOf(many(inShop)))).toBe(true);
  });

  test('are named by the last name of their path', () => {
    expect(['/home/me/shop/', 'C:\\me\\shop', 'shop', '/'].map(lastName)).toEqual(['shop', 'shop', 'shop', '/']);
  });
});
