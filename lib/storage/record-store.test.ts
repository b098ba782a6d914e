import { expect, test } from 'vitest';
import { asObject, asText, type Json } from '../base/json';
import { fail, ok } from '../base/result';
import { memoryStore } from './memory-store.test-support';
import { createRecordStore } from './record-store';

interface Note {
  readonly id: string;
  readonly text: string;
}

function setUp() {
  const records = memoryStore();
  let told = 0;
  const changes = {
    tell: () => {
      told += 1;
    },
    listen: () => () => undefined,
  };
  const notes = createRecordStore<Note>({
    records,
    changes,
    noun: 'note',
    form: {
      write: ({ id, text }) => ({ id, text, version: 1 }),
      parse: (value) => {
        const object = asObject(value as Json);
        const [id, text] = [asText(object?.id), asText(object?.text)];
        return id === undefined || text === undefined ? fail('it has no text') : ok({ id, text });
      },
    },
  });
  return { records, notes, told: () => told };
}

test('lists a saved record, which replaces one with its id, until it is removed', async () => {
  const { records, notes, told } = setUp();
  await notes.save({ id: 'a', text: 'one' });
  await notes.save({ id: 'b', text: 'two' });
  await notes.save({ id: 'a', text: 'three' });
  await notes.remove('b');
  expect(records.content.get('a')).toEqual({ id: 'a', text: 'three', version: 1 });
  expect(await notes.list()).toEqual({ ok: true, value: { records: [{ id: 'a', text: 'three' }], damaged: 0 } });
  expect(told()).toBe(4);
});

test('counts unreadable records and keeps them unchanged', async () => {
  const { records, notes } = setUp();
  records.content.set('old', { id: 'old', version: 9 });
  await notes.save({ id: 'a', text: 'one' });
  expect(await notes.list()).toMatchObject({ value: { records: [{ id: 'a' }], damaged: 1 } });
  expect(records.content.has('old')).toBe(true);
});

test('reports what the browser rejects, and announces no change', async () => {
  const { records, notes, told } = setUp();
  records.failNextWrite('QuotaExceededError');
  expect(await notes.save({ id: 'a', text: 'one' })).toMatchObject({
    ok: false,
    error: { kind: 'full', what: expect.stringMatching(/^Could not save the note: /) },
  });
  expect(told()).toBe(0);
});
