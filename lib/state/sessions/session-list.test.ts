import { describe, expect, test } from 'vitest';
import { ok } from '../../base/result';
import { memoryStore } from '../../storage/memory-store.test-support';
import type { SessionId } from '../../storage/session-meta';
import { createSessionStore } from '../../storage/session-store';
import { sessionMeta } from '../simulate/empty-values.test-support';
import { createSessionList } from './session-list';

const body = new Blob(['body']);

const meta = (id: string) => sessionMeta({ id: id as SessionId, title: `Session ${id}`, fileName: `${id}.jsonl` });

function set() {
  const metas = memoryStore();
  const bodies = memoryStore();
  const undos: (() => void)[] = [];
  let held: Promise<void> | undefined;
  const storage = createSessionStore({
    metas,
    bodies,
    belongings: [],
    lock: { shared: (run) => run(), alone: async (run) => void (await run()) },
    changes: { tell: () => undefined, listen: () => () => undefined },
    afterSave: () => undefined,
    now: () => 1,
    random: () => 0.5,
  });
  const list = createSessionList({
    storage: {
      ...storage,
      list: async () => {
        const wait = held;
        held = undefined;
        const listed = await storage.list();
        await wait;
        return listed;
      },
    },
    usage: async () => ({}),
    readSamples: async () => [{ sessionId: 'sample-a', title: 'A sample', description: '', file: 'a.jsonl', bytes: 1 }],
    readSample: async () => ok(new Blob(['sample'])),
    onRemoved: (_title, undo) => undos.push(undo),
  });
  const titles = () => list.getState().stored.map(({ title }) => title);
  /** The next list is read, but arrives only when the returned function is called. */
  const holdNextList = () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  return { list, metas, bodies, undos, titles, holdNextList };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the list of sessions', () => {
  test('shows stored sessions, under their new names', async () => {
    const { list, titles } = set();
    await list.getState().keep(meta('one'), body);
    expect(titles()).toEqual(['Session one']);
    await list.getState().rename('one', 'Mine');
    expect(titles()).toEqual(['Mine']);
  });

  test('restores what was deleted', async () => {
    const { list, titles, undos } = set();
    await list.getState().keep(meta('one'), body);
    await list.getState().remove('one');
    expect(titles()).toEqual([]);
    undos[0]?.();
    await settled();
    expect(titles()).toEqual(['Session one']);
  });

  test('offers the undo of a deletion before the row is gone', async () => {
    const { list, titles, undos } = set();
    await list.getState().keep(meta('one'), body);
    let undosWhenGone: number | undefined;
    list.subscribe(({ stored }) => {
      if (stored.length === 0) undosWhenGone ??= undos.length;
    });
    await list.getState().remove('one');
    expect([titles(), undosWhenGone]).toEqual([[], 1]);
  });

  test('holds a session for this visit if the store is full; it can be opened, renamed and deleted', async () => {
    const { list, bodies, undos } = set();
    bodies.failNextWrite('QuotaExceededError');
    const kept = await list.getState().keep(meta('one'), body);
    expect(kept).toMatchObject({ type: 'visit', failure: { kind: 'full' } });
    expect(await list.getState().content('one')).toMatchObject({ ok: true, value: { type: 'kept', body } });
    await list.getState().rename('one', 'Mine');
    expect(list.getState().visit[0]?.meta.title).toBe('Mine');
    await list.getState().remove('one');
    expect(list.getState().visit).toEqual([]);
    undos[0]?.();
    expect(list.getState().visit).toHaveLength(1);
  });

  test('releases it once it could be stored', async () => {
    const { list, bodies, titles } = set();
    bodies.failNextWrite('QuotaExceededError');
    await list.getState().keep(meta('one'), body);
    await list.getState().keep(meta('one'), body);
    expect(list.getState().visit).toEqual([]);
    expect(titles()).toEqual(['Session one']);
  });

  test('does not return to an older list that arrives after a newer one', async () => {
    const { list, titles, holdNextList } = set();
    const release = holdNextList();
    const first = list.getState().keep(meta('one'), body);
    await settled();
    await list.getState().keep(meta('two'), body);
    expect(titles().toSorted()).toEqual(['Session one', 'Session two']);
    release();
    await first;
    expect(titles().toSorted()).toEqual(['Session one', 'Session two']);
  });

  test('says which sessions vanished, and nothing if they were deleted', async () => {
    const { list, metas, titles } = set();
    await list.getState().keep(meta('one'), body);
    await list.getState().keep(meta('two'), body);
    await list.getState().remove('one');
    expect(list.getState().failure).toBeUndefined();
    metas.content.clear();
    await list.getState().keep(meta('three'), body);
    expect(titles()).toEqual(['Session three']);
    expect(list.getState().failure).toMatchObject({
      kind: 'missing',
      what: '1 session is no longer stored in this browser: “Session two”.',
    });
  });

  test('keeps for this visit what was gone again as soon as it was stored', async () => {
    const { list, metas } = set();
    metas.change = async () => undefined;
    const kept = await list.getState().keep(meta('one'), body);
    expect(kept).toMatchObject({ type: 'visit', failure: { kind: 'missing' } });
    expect(await list.getState().content('one')).toMatchObject({ ok: true, value: { body } });
  });

  test('has a row for what cannot be opened, exports what is there, and deletes it until that is undone', async () => {
    const { list, metas, undos } = set();
    const kept = await list.getState().keep({ ...meta('one'), peakTokens: -1 }, body);
    expect(kept).toMatchObject({ type: 'visit', failure: { kind: 'damaged' } });
    const [broken] = list.getState().broken;
    if (broken === undefined) throw new Error('no row');
    expect(broken).toMatchObject({ id: 'one', title: 'Session one', why: expect.stringContaining('peakTokens') });
    expect(await list.getState().exportBroken(broken)).toMatchObject({ value: { name: 'Session one.damaged.gz' } });
    await list.getState().removeBroken(broken);
    expect([list.getState().broken, metas.content.size]).toEqual([[], 0]);
    undos[0]?.();
    await settled();
    expect(list.getState().broken).toEqual([broken]);
  });

  test('opens samples by their ids, and reports other ids as unknown', async () => {
    const { list } = set();
    expect(await list.getState().content('sample-a')).toMatchObject({ ok: true, value: { type: 'sample' } });
    for (const id of ['sample-b', 'nothing']) {
      expect(await list.getState().content(id)).toMatchObject({ ok: false, error: { isUnknown: true } });
    }
  });
});
