import { expect, test } from 'vitest';
import { ok } from '../base/result';
import { memoryStore } from './memory-store.test-support';
import { createRecordStore } from './record-store';
import { type StoredProject, storedProjectForm } from './stored-project';
import { storedRunForm } from './stored-run';
import { KEEP_REMOVED_MS } from './stored-session';
import { sweepProjects } from './sweep-projects';
import { createVersionBook } from './version-book';

const changes = { tell: () => undefined, listen: () => () => undefined };
const nowMs = 10 * KEEP_REMOVED_MS;

const project = (id: string, removedMs?: number): StoredProject => ({
  id,
  title: id,
  kind: 'sample',
  beganMs: 1,
  ...(removedMs === undefined ? {} : { removedMs }),
});

async function swept(listed: readonly StoredProject[], books: readonly string[], runOf?: string, damage?: unknown) {
  const records = memoryStore();
  const projects = createRecordStore({ records, changes, noun: 'project', form: storedProjectForm });
  const runs = createRecordStore({ records: memoryStore(), changes, noun: 'run', form: storedRunForm });
  const written = createVersionBook({ records: memoryStore(), noun: 'home folder', parse: ok });
  for (const each of listed) await projects.save(each);
  for (const id of books) await written.add(id, 0, ['a version']);
  const run = { id: 'r', title: 'r', model: 'm', calls: 1, beganMs: 1, changedMs: 1 };
  if (runOf !== undefined) await runs.save({ ...run, project: { id: runOf, session: 1 } });
  if (damage !== undefined) records.content.set('damaged', damage);
  await sweepProjects({ projects, runs, books: written, nowMs });
  const [left, ids] = [await projects.list(), await written.ids()];
  return [left.ok && left.value.records.map(({ id }) => id), ids.ok && [...ids.value]];
}

test('[J1] erases projects that were deleted long ago, with their home folders; a project without runs stays', async () => {
  const listed = [project('kept'), project('just deleted', nowMs - 5), project('deleted', 5)];
  expect(await swept(listed, ['kept', 'just deleted', 'deleted', 'unknown'])).toEqual([
    ['just deleted', 'kept'],
    ['kept', 'just deleted'],
  ]);
});

test('leaves a project alone of which a run is listed, and all if something cannot be read', async () => {
  expect(await swept([project('deleted', 5)], ['deleted', 'unknown'], 'deleted')).toEqual([['deleted'], ['deleted']]);
  expect(await swept([project('deleted', 5)], ['deleted'], undefined, { version: 9 })).toEqual([
    ['deleted'],
    ['deleted'],
  ]);
});

test('reads a record as written, and says what is wrong with an invalid one', () => {
  const record = project('a', 7);
  expect(storedProjectForm.parse(JSON.parse(JSON.stringify(storedProjectForm.write(record))))).toEqual(ok(record));
  expect(storedProjectForm.parse({ version: 1, id: 'a', title: 'a', kind: 'x', beganMs: 1 })).toMatchObject({
    ok: false,
    error: '"kind" must be one of sample, folder',
  });
});
