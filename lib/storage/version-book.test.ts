import { expect, test } from 'vitest';
import { fail, ok } from '../base/result';
import { memoryStore } from './memory-store.test-support';
import { createVersionBook } from './version-book';

function setUp() {
  const records = memoryStore();
  const parse = (value: unknown) => (typeof value === 'string' ? ok(value) : fail('it is not a text'));
  const open = () => createVersionBook({ records, noun: 'home folder', parse });
  return { records, open, book: open() };
}

test('[J1] two tabs add at the same place: one is told that it came second, and nothing is overwritten', async () => {
  const { book, open } = setUp();
  expect(await book.add('shop', 0, ['a', 'b'])).toEqual(ok(true));
  const [first, second] = await Promise.all([book.add('shop', 2, ['c']), open().add('shop', 2, ['d', 'e'])]);
  expect([first, second]).toEqual([ok(true), ok(false)]);
  expect(await open().read('shop')).toEqual(ok({ records: ['a', 'b', 'c'], damage: [], marked: [] }));
});

test('reports damage with its place, keeps the others, and adds behind them', async () => {
  const { records, book } = setUp();
  await book.add('shop', 0, ['a', 'b', 'c', 'd']);
  await book.add('shops', 0, ['of another']);
  records.content.set('shop/v/0000001', { half: true });
  records.content.delete('shop/v/0000002');
  expect(await book.read('shop')).toEqual(
    ok({
      records: ['a', undefined, undefined, 'd'],
      damage: ['version 2: it is not a text', 'version 3: it is missing'],
      marked: [],
    }),
  );
  expect(await book.add('shop', 4, ['e'])).toEqual(ok(true));
});

test('adds all or none, and says that the store is full', async () => {
  const { records, book } = setUp();
  records.failNextWrite('QuotaExceededError');
  expect(await book.add('shop', 0, ['a', 'b'])).toMatchObject({
    ok: false,
    error: { kind: 'full', what: 'Could not save the home folder: the browser’s storage quota is full.' },
  });
  expect(await book.read('shop')).toEqual(ok({ records: [], damage: [], marked: [] }));
});

test('remembers who is writing, and removes whole books and no others', async () => {
  const { book } = setUp();
  await book.add('shop', 0, ['a']);
  await book.mark('shop', 'run-1');
  await book.mark('shop', 'run-2');
  await book.unmark('shop', 'run-1');
  expect(await book.read('shop')).toEqual(ok({ records: ['a'], damage: [], marked: ['run-2'] }));
  await book.add('other', 0, ['b']);
  expect(await book.ids()).toEqual(ok(new Set(['shop', 'other'])));
  await book.remove(['shop']);
  expect(await book.ids()).toEqual(ok(new Set(['other'])));
});
