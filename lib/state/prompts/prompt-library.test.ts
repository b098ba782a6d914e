import { expect, test } from 'vitest';
import { ok } from '../../base/result';
import { summaryPrompt } from '../../prompts/summary-prompt';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore, type Identified } from '../../storage/record-store';
import type { KeptRun } from './prompt-kept-run';
import { createPromptLibrary } from './prompt-library';

function setUp(unsaved = { text: '' }) {
  const undos: (() => void)[] = [];
  const records = { prompts: memoryStore(), runs: memoryStore() };
  function store<Kept extends Identified>(of: keyof typeof records) {
    const listeners = new Set<() => void>();
    return createRecordStore<Kept>({
      records: records[of],
      changes: {
        tell: () => {
          for (const listener of listeners) listener();
        },
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      noun: 'record',
      form: { write: (record) => record, parse: (value) => ok(value as Kept) },
    });
  }
  const library = createPromptLibrary({
    promptStore: store('prompts'),
    runStore: store<KeptRun>('runs'),
    unsaved: {
      read: () => unsaved.text,
      write: (text) => {
        unsaved.text = text;
      },
    },
    onRemoved: (_, undo) => undos.push(undo),
  });
  library.getState().start();
  return { library, records, undos, unsaved };
}

const mine = summaryPrompt({ id: 'mine', title: 'Mine', text: 'Sum up.' });
const titles = (library: ReturnType<typeof setUp>['library']) => library.getState().prompts.map(({ title }) => title);

test('lists custom prompts beside the presets, and restores a deleted one', async () => {
  const { library, undos } = setUp();
  await library.getState().savePrompt(mine);
  await library.getState().savePrompt({ ...mine, title: 'Still mine' });
  expect(library.getState().prompt('mine')?.title).toBe('Still mine');
  expect(library.getState().prompt('nine-sections')).toBeDefined();
  await library.getState().removePrompt('mine');
  expect(titles(library)).toEqual([]);
  undos[0]?.();
  await expect.poll(() => titles(library)).toEqual(['Still mine']);
});

test('reports what the store rejects, and loses nothing else', async () => {
  const { library, records } = setUp();
  await library.getState().savePrompt(mine);
  records.prompts.failNextWrite('QuotaExceededError');
  await library.getState().savePrompt({ ...mine, id: 'other', title: 'Other' });
  expect(library.getState().failure?.kind).toBe('full');
  expect(records.prompts.content.has('mine')).toBe(true);
  await library.getState().savePrompt(mine);
  expect(library.getState().failure).toBeUndefined();
});

test('has what is typed at once, and stores the latest of it', async () => {
  const { library, records } = setUp();
  for (const text of ['S', 'Su', 'Sum']) {
    library.getState().editPrompt({ ...mine, text });
    expect(library.getState().prompt('mine')?.text).toBe(text);
  }
  const stored = async () => (await records.prompts.entries()).map(([, value]) => value);
  await expect.poll(stored).toMatchObject([{ text: 'Sum' }]);
  expect(library.getState().prompt('mine')?.text).toBe('Sum');
  library.getState().editPrompt({ ...mine, text: 'Sum up' });
  await expect.poll(stored).toMatchObject([{ text: 'Sum up' }]);
});

test('does not store a blank prompt, but the next text', async () => {
  const { library, records, unsaved } = setUp();
  await library.getState().savePrompt(mine);
  library.getState().editPrompt({ ...mine, text: ' ' });
  expect(library.getState().prompt('mine')?.text).toBe(' ');
  library.getState().leave();
  expect(unsaved.text).toBe('');
  library.getState().editPrompt({ ...mine, text: 'Anything' });
  const stored = async () => (await records.prompts.entries()).map(([, value]) => value);
  await expect.poll(stored).toMatchObject([{ text: 'Anything' }]);
});

test('stores on the next page what was typed as the page closed, whatever else is there', async () => {
  const { library, unsaved } = setUp();
  library.getState().editPrompt({ ...mine, text: 'The last words' });
  library.getState().leave();
  expect(unsaved.text).toContain('The last words');
  const next = setUp({ text: unsaved.text });
  await expect.poll(() => next.library.getState().prompt('mine')?.text).toBe('The last words');
  expect(next.unsaved.text).toBe('');
  const damaged = setUp({ text: '[{"version":1},7' });
  await expect.poll(() => damaged.library.getState().isLoaded).toBe(true);
  expect(titles(damaged.library)).toEqual([]);
});

test('stores on the next page what the closing one was still storing', async () => {
  const { library, records, unsaved } = setUp();
  await expect.poll(() => library.getState().isLoaded).toBe(true);
  records.prompts.holdWrites();
  void library.getState().savePrompt(mine);
  expect(titles(library)).toEqual(['Mine']);
  library.getState().leave();
  const next = setUp({ text: unsaved.text });
  await expect.poll(() => titles(next.library)).toEqual(['Mine']);
  expect([...next.records.prompts.content.keys()]).toEqual(['mine']);
});

test('lists a run once it is stored, and can undo a deletion as soon as it is seen', async () => {
  const { library, records, undos } = setUp();
  await expect.poll(() => library.getState().isLoaded).toBe(true);
  const run = { id: 'run', atMs: 1, writer: { promptTitle: 'Mine', model: 'm' } } as unknown as KeptRun;
  const release = records.runs.holdWrites();
  const keeping = library.getState().keepRun(run);
  await new Promise((resolve) => setTimeout(resolve));
  expect(library.getState().runs).toEqual([]);
  release();
  await keeping;
  expect(library.getState().runs).toEqual([run]);
  await library.getState().savePrompt(mine);
  for (const store of Object.values(records)) store.holdWrites();
  void library.getState().removeRun('run');
  void library.getState().removePrompt('mine');
  expect([library.getState().runs, titles(library), undos.length]).toEqual([[], [], 2]);
});
