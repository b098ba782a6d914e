import { expect, test } from 'vitest';
import { fail, ok } from '../base/result';
import { createJournalStore } from './journal-store';
import { memoryStore } from './memory-store.test-support';

function setUp() {
  const records = memoryStore();
  const parse = (value: unknown) => (typeof value === 'string' ? ok(value) : fail('it is not a text'));
  const open = () => createJournalStore(records, parse);
  return { records, open, store: open() };
}

async function filled(length: number) {
  const parts = setUp();
  for (let place = 0; place < length; place++) await parts.store.append('a', place, `entry ${place}`);
  return parts;
}

test('returns what was appended, in order, from that journal only', async () => {
  const { store } = await filled(12);
  await store.append('ab', 0, 'of another');
  const read = await store.read('a');
  expect(read).toEqual({
    ok: true,
    value: { entries: Array.from({ length: 12 }, (_, place) => `entry ${place}`), cutOff: [] },
  });
});

test('restores what was cut off until something is appended, also after a reload', async () => {
  const { store, open } = await filled(4);
  await store.cut('a', 2);
  const cut = { ok: true, value: { entries: ['entry 0', 'entry 1'], cutOff: ['entry 2', 'entry 3'] } };
  expect(await store.read('a')).toEqual(cut);

  const later = open();
  expect(await later.read('a')).toEqual(cut);
  await later.cut('a', 3);
  expect(await later.read('a')).toMatchObject({ value: { entries: { length: 3 }, cutOff: ['entry 3'] } });
  await later.append('a', 3, 'another');
  expect(await open().read('a')).toEqual({
    ok: true,
    value: { entries: ['entry 0', 'entry 1', 'entry 2', 'another'], cutOff: [] },
  });
});

test('appends after a redo of everything and a reload, and reads it again', async () => {
  const { store, open } = await filled(3);
  await store.cut('a', 1);
  await store.cut('a', 3);
  const later = open();
  await later.read('a');
  await later.append('a', 3, 'another');
  expect(await open().read('a')).toMatchObject({ value: { entries: { length: 4 }, cutOff: [] } });
});

test('ends a journal at a damaged or missing entry, and reports it', async () => {
  const { records, store } = await filled(4);
  records.content.set('a/0000002', { half: true });
  expect(await store.read('a')).toEqual({
    ok: true,
    value: { entries: ['entry 0', 'entry 1'], cutOff: [], damage: 'entry 3 of 4: it is not a text' },
  });
  records.content.delete('a/0000001');
  expect(await store.read('a')).toMatchObject({
    value: { entries: ['entry 0'], damage: 'entry 2 of 3: it is missing' },
  });
});

test('reports a full store, and keeps its content', async () => {
  const { records, store } = await filled(2);
  records.failNextWrite('QuotaExceededError');
  expect(await store.append('a', 2, 'too much')).toMatchObject({ ok: false, error: { kind: 'full' } });
  expect(await store.read('a')).toMatchObject({ value: { entries: ['entry 0', 'entry 1'] } });
});

test('loses nothing if removing the undone part fails', async () => {
  const { records, store } = await filled(3);
  await store.cut('a', 1);
  records.failNextWrite('QuotaExceededError');
  expect(await store.append('a', 1, 'other')).toMatchObject({ ok: false });
  expect(await store.read('a')).toMatchObject({ value: { entries: ['entry 0'], cutOff: ['entry 1', 'entry 2'] } });
});

test('appends nothing to a journal that was deleted meanwhile', async () => {
  const { records, store, open } = await filled(2);
  await open().remove(['a']);
  expect(await store.has('a')).toEqual({ ok: true, value: false });
  expect(await store.append('a', 2, 'half of it')).toMatchObject({ ok: false, error: { kind: 'missing' } });
  expect([...records.content.keys()]).toEqual([]);
});

test('removes whole journals, and no others', async () => {
  const { store } = await filled(2);
  await store.append('ab', 0, 'stays');
  await store.remove(['a']);
  expect(await store.read('a')).toEqual({ ok: true, value: { entries: [], cutOff: [] } });
  expect(await store.read('ab')).toMatchObject({ value: { entries: ['stays'] } });
});
