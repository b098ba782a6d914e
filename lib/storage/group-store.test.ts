import { describe, expect, it } from 'vitest';
import { fail, ok } from '../base/result';
import { createGroupStore } from './group-store';
import { memoryStore } from './memory-store.test-support';

function numbers() {
  const records = memoryStore();
  const store = createGroupStore<number>({
    records,
    noun: 'number',
    form: { write: String, parse: (value) => (/^\d+$/.test(String(value)) ? ok(Number(value)) : fail('no number')) },
  });
  return { records, store };
}

describe('records in groups', () => {
  it('lists a group in the order of its ids, and counts what cannot be read', async () => {
    const { records, store } = numbers();
    await store.save('a', 'second', 2);
    await store.save('a', 'first', 1);
    await store.save('ab', 'other', 3);
    records.content.set('a/third', 'damaged');
    expect(await store.list('a')).toEqual(ok({ records: [1, 2], damaged: 1 }));
    expect(await store.get('a', 'second')).toEqual(ok(2));
    expect(await store.get('a', 'third')).toEqual(ok(undefined));
    expect(await store.get('a', 'none')).toEqual(ok(undefined));
  });

  it('removes one, or the whole group and no other', async () => {
    const { records, store } = numbers();
    for (const [group, id] of [
      ['a', '1'],
      ['a', '2'],
      ['ab', '1'],
    ] as const) {
      await store.save(group, id, 1);
    }
    await store.remove('a', ['1']);
    expect([...records.content.keys()]).toEqual(['a/2', 'ab/1']);
    await store.removeAll('a');
    expect([...records.content.keys()]).toEqual(['ab/1']);
  });

  it('says that the storage is full', async () => {
    const { records, store } = numbers();
    records.failNextWrite('QuotaExceededError');
    const saved = await store.save('a', '1', 1);
    expect(saved.ok ? '' : saved.error.kind).toBe('full');
    expect(saved.ok ? '' : saved.error.what).toBe('Could not save the number: the browser’s storage quota is full.');
  });
});
