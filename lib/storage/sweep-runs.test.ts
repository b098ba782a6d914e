import { expect, test } from 'vitest';
import { ok } from '../base/result';
import { createJournalStore } from './journal-store';
import { memoryStore } from './memory-store.test-support';
import { createRecordStore } from './record-store';
import { type StoredRun, storedRunForm } from './stored-run';
import { KEEP_REMOVED_MS } from './stored-session';
import { sweepRuns } from './sweep-runs';

const run = (id: string, removedMs?: number): StoredRun => ({
  id,
  title: id,
  model: 'm',
  calls: 1,
  beganMs: 1,
  changedMs: 1,
  ...(removedMs === undefined ? {} : { removedMs }),
});

async function setUp(listed: readonly StoredRun[], written: readonly string[], open: readonly string[] = []) {
  const records = memoryStore();
  const changes = { tell: () => undefined, listen: () => () => undefined };
  const runs = createRecordStore({ records, changes, noun: 'run', form: storedRunForm });
  const journals = createJournalStore(memoryStore(), ok);
  for (const record of listed) await runs.save(record);
  for (const id of written) await journals.append(id, 0, 'begun');
  const lock = async (id: string) => (open.includes(id) ? undefined : () => undefined);
  const sweep = () => sweepRuns({ runs, journals, lock, nowMs: KEEP_REMOVED_MS + 100 });
  const left = async () => {
    const [list, ids] = [await runs.list(), await journals.ids()];
    return { listed: list.ok && list.value.records.map(({ id }) => id), written: ids.ok && [...ids.value] };
  };
  return { records, sweep, left };
}

test('erases what was deleted long ago, and drops orphaned journals', async () => {
  const { sweep, left } = await setUp([run('a'), run('b', 50), run('c', 200)], ['a', 'b', 'c', 'nothing-said']);
  await sweep();
  expect(await left()).toEqual({ listed: ['a', 'c'], written: ['a', 'c'] });
});

test('leaves runs that are open in a tab alone', async () => {
  const { sweep, left } = await setUp([run('b', 50)], ['b', 'just-begun'], ['b', 'just-begun']);
  await sweep();
  expect(await left()).toEqual({ listed: ['b'], written: ['b', 'just-begun'] });
});

test('drops nothing if a record cannot be read', async () => {
  const { records, sweep, left } = await setUp([], ['of-another-version']);
  records.content.set('of-another-version', { version: 9 });
  await sweep();
  expect((await left()).written).toEqual(['of-another-version']);
});

test('reads a record as written, and says what is wrong with an invalid one', () => {
  const record = run('a', 7);
  expect(storedRunForm.parse(JSON.parse(JSON.stringify(storedRunForm.write(record))))).toEqual({
    ok: true,
    value: record,
  });
  expect(storedRunForm.parse({ version: 1, id: 'a', title: 't', model: 'm' })).toMatchObject({ ok: false });
  expect(storedRunForm.parse({ version: 1, calls: 1, beganMs: 1, changedMs: 1 })).toMatchObject({ ok: false });
  expect(storedRunForm.parse('run')).toMatchObject({ ok: false });
});
