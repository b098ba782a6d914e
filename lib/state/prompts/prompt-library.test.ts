import { expect, test } from 'vitest';
import { ok } from '../../base/result';
import { summaryPrompt } from '../../prompts/summary-prompt';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore, type Identified } from '../../storage/record-store';
import type { KeptRun } from './prompt-kept-run';
import { createPromptLibrary } from './prompt-library';

function setUp() {
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
    onRemoved: (_, undo) => undos.push(undo),
  });
  library.getState().start();
  return { library, records, undos };
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
