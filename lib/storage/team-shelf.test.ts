import { describe, expect, it } from 'vitest';
import type { KeyValueStore } from './key-value-store';
import { memoryStore } from './memory-store.test-support';
import { createTeamShelf } from './team-shelf';

const changed = (text: string) => ({ text, checksum: `sum of ${text}`, bytes: text.length });

function shelf(records: KeyValueStore = memoryStore()) {
  let ids = 0;
  return createTeamShelf(records, () => `id-${ids++}`);
}

describe('the shelf of a team', () => {
  it('[U3] lets one of two writers through, and the other sees nothing of its own', async () => {
    const records = memoryStore();
    const [one, other] = [shelf(records), createTeamShelf(records, () => `other-${Math.random()}`)];
    const both = await Promise.all([
      one.commit('a/b', 0, { 'x.md': changed('one') }),
      other.commit('a/b', 0, { 'x.md': changed('two'), 'y.md': changed('three') }),
    ]);
    expect([...both].sort()).toEqual([false, true]);
    const head = await one.head('a/b');
    expect(head.version).toBe(1);
    expect(await other.texts('a/b', head)).toEqual(both[0] ? { 'x.md': 'one' } : { 'x.md': 'two', 'y.md': 'three' });
    // The texts of the other are gone.
    expect([...records.content.keys()].filter((key) => key.includes('/t/'))).toHaveLength(both[0] ? 1 : 2);
  });

  it('[U3] keeps what was not changed, and forgets what was replaced', async () => {
    const records = memoryStore();
    const one = shelf(records);
    await one.commit('a', 0, { 'x.md': changed('one'), 'y.md': changed('two') });
    await one.commit('a', 1, { 'x.md': changed('one more') });
    expect(await one.texts('a', { version: 2 })).toEqual({ 'x.md': 'one more', 'y.md': 'two' });
    expect(await one.texts('a', { version: 1 })).toBeUndefined();
    expect([...records.content.values()]).not.toContain('one');
  });

  it('[U3] keeps teams apart, whose names may begin alike, and removes one of them', async () => {
    const one = shelf();
    await one.commit('a', 0, { 'x.md': changed('one') });
    await one.commit('a/t', 0, { 'x.md': changed('two') });
    await one.remove('a');
    expect(await one.head('a')).toEqual({ version: 0, entries: {} });
    expect(await one.texts('a/t', { version: 1 })).toEqual({ 'x.md': 'two' });
  });

  it('[U5] has pieces until the whole is there', async () => {
    const one = shelf();
    await one.stage('a', 'sum of abc', 1, 'c');
    await one.stage('a', 'sum of abc', 0, 'ab');
    expect(await one.staged('a', 'sum of abc')).toEqual(['ab', 'c']);
    await one.commit('a', 0, { 'x.md': changed('abc') });
    expect(await one.staged('a', 'sum of abc')).toEqual([]);
  });

  it('[U3] changes nothing if there is no room', async () => {
    const records = memoryStore();
    const one = shelf(records);
    await one.commit('a', 0, { 'x.md': changed('one') });
    records.failNextWrite('QuotaExceededError');
    await expect(one.commit('a', 1, { 'x.md': changed('two') })).rejects.toThrow('forced');
    expect(await one.texts('a', { version: 1 })).toEqual({ 'x.md': 'one' });
  });

  it('says that what is stored is damaged', async () => {
    const records = memoryStore();
    records.content.set('a/head', { version: 'x' });
    await expect(shelf(records).head('a')).rejects.toThrow('is damaged: "version" must be a number from 0');
  });
});
