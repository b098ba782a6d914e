import { describe, expect, test } from 'vitest';
import { memoryStore } from './memory-store.test-support';
import type { SessionId, SessionMeta } from './session-meta';
import { createSessionStore } from './session-store';
import { KEEP_REMOVED_MS } from './stored-session';

function metaOf(id: string, title = id): SessionMeta {
  return {
    id: id as SessionId,
    title,
    fileName: `${id}.jsonl`,
    format: 'claude-code',
    models: [],
    window: 200_000,
    messages: 1,
    calls: 1,
    peakTokens: 1,
    peakIsEstimated: false,
    compactions: 0,
    children: 0,
    warnings: 0,
    secretsMasked: 0,
    sourceBytes: 1,
    storedBytes: 1,
    importedAtMs: 1,
    metaVersion: 1,
  };
}

function setUp() {
  const metas = memoryStore();
  const bodies = memoryStore();
  const belongings = memoryStore();
  const seen = { nowMs: 1_000, told: 0, asked: 0, isSaving: false, random: 0 };
  const store = createSessionStore({
    metas,
    bodies,
    belongings: [belongings],
    lock: {
      shared: (run) => run(),
      alone: async (run) => {
        if (!seen.isSaving) await run();
      },
    },
    changes: {
      tell: () => {
        seen.told += 1;
      },
      listen: () => () => undefined,
    },
    afterSave: () => {
      seen.asked += 1;
    },
    now: () => seen.nowMs,
    random: () => {
      seen.random += 0.001;
      return seen.random;
    },
  });
  const titles = async () => {
    const list = await store.list();
    return list.ok ? list.value.sessions.map((session) => session.title) : list.error.what;
  };
  const textOf = async (id: string) => {
    const body = await store.body(id as SessionId);
    return body.ok ? await body.value.text() : body.error.kind;
  };
  return { store, metas, bodies, belongings, seen, titles, textOf };
}

const a = 'a' as SessionId;

describe('saving', () => {
  test('lists a saved session and returns its body', async () => {
    const { store, titles, textOf, seen } = setUp();
    expect(await store.save(metaOf('a'), new Blob(['one']))).toEqual({ ok: true, value: undefined });
    expect(await titles()).toEqual(['a']);
    expect(await textOf('a')).toBe('one');
    expect(seen).toMatchObject({ told: 1, asked: 1 });
  });

  test('replaces body and meta when saved again, and leaves no old body behind', async () => {
    const { store, bodies, titles, textOf } = setUp();
    await store.save(metaOf('a', 'old'), new Blob(['one']));
    await store.save(metaOf('a', 'new'), new Blob(['two']));
    expect(await titles()).toEqual(['new']);
    expect(await textOf('a')).toBe('two');
    expect(bodies.content.size).toBe(1);
  });

  for (const failing of ['bodies', 'metas'] as const) {
    test(`leaves the existing session unchanged if writing the ${failing} fails`, async () => {
      const { store, titles, textOf, ...stores } = setUp();
      await store.save(metaOf('a', 'old'), new Blob(['one']));
      stores[failing].failNextWrite('QuotaExceededError');
      const saved = await store.save(metaOf('a', 'new'), new Blob(['two']));
      expect(saved).toMatchObject({ ok: false, error: { kind: 'full' } });
      expect(await titles()).toEqual(['old']);
      expect(await textOf('a')).toBe('one');
      expect(stores.bodies.content.size).toBe(1);
    });

    test(`leaves nothing of a new session if writing the ${failing} fails`, async () => {
      const { store, ...stores } = setUp();
      stores[failing].failNextWrite('QuotaExceededError');
      expect(await store.save(metaOf('a'), new Blob(['one']))).toMatchObject({ ok: false });
      expect([stores.bodies.content.size, stores.metas.content.size]).toEqual([0, 0]);
      expect(stores.seen).toMatchObject({ told: 0, asked: 0 });
    });
  }

  test('succeeds even if an old body cannot be removed', async () => {
    const { store, bodies, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const remove = bodies.remove;
    bodies.remove = () => Promise.reject(new DOMException('no', 'UnknownError'));
    expect(await store.save(metaOf('a'), new Blob(['two']))).toMatchObject({ ok: true });
    bodies.remove = remove;
    await store.sweep();
    expect(bodies.content.size).toBe(1);
    expect(await textOf('a')).toBe('two');
  });
});

describe('reading', () => {
  test('lists without touching the bodies', async () => {
    const { store, bodies } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.get = bodies.entries = () => Promise.reject(new Error('a body was read'));
    expect(await store.list()).toMatchObject({ ok: true });
  });

  test('lists damaged records with the reason, beside the others', async () => {
    const { store, metas } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    metas.content.set('b', { meta: { ...metaOf('b'), calls: 'many' }, bodyKey: 'b/1' });
    metas.content.set('c', 'nonsense');
    expect(await store.list()).toMatchObject({
      ok: true,
      value: {
        sessions: [{ id: 'a' }],
        broken: [
          { id: 'b', title: 'b', why: expect.stringContaining('"calls" must be') },
          { id: 'c', title: 'Session without a title', why: expect.stringContaining('damaged') },
        ],
      },
    });
    expect(await store.body('b' as SessionId)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    expect(await store.rename('c' as SessionId, 'x')).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  });

  test('says of a session whose content is missing what is the case, and lists it as broken', async () => {
    const { store, bodies } = setUp();
    await store.save(metaOf('a', 'Title a'), new Blob(['one']));
    await store.save(metaOf('b'), new Blob(['two']));
    bodies.content.delete([...bodies.content.keys()].find((key) => key.startsWith('a/')) ?? '');
    const opened = await store.body(a);
    expect(opened).toMatchObject({ ok: false, error: { kind: 'damaged', what: expect.stringContaining('content') } });
    expect(opened.ok ? '' : opened.error.what).not.toContain('not stored');
    expect(await store.list()).toMatchObject({
      value: {
        sessions: [{ id: 'b' }],
        broken: [{ id: 'a', title: 'Title a', why: expect.stringContaining('missing') }],
      },
    });
  });

  test('lists sessions also while their bodies cannot be read', async () => {
    const { store, bodies, titles } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.keys = () => Promise.reject(new DOMException('', 'UnknownError'));
    expect(await titles()).toEqual(['a']);
  });

  test('erases what is broken, with all that belongs to it, and puts it back', async () => {
    const { store, metas, bodies, belongings, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    await store.save(metaOf('b'), new Blob(['two']));
    const good = metas.content.get('a');
    metas.content.set('a', { meta: { ...metaOf('a'), peakTokens: -1 }, bodyKey: 'a/1' });
    belongings.content.set('a', 'edits');
    const erased = await store.eraseBroken(a);
    expect([[...metas.content.keys()], bodies.content.size, belongings.content.size]).toEqual([['b'], 1, 0]);
    if (!erased.ok) throw new Error(erased.error.what);
    expect(erased.value.bodies.map(([, value]) => value)).toEqual([expect.any(Blob)]);
    await store.putBack(erased.value);
    metas.content.set('a', good);
    expect([await textOf('a'), await textOf('b')]).toEqual(['one', 'two']);
  });

  test('returns a value for a missing session or body', async () => {
    const { store, bodies, textOf } = setUp();
    expect(await textOf('a')).toBe('missing');
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.content.clear();
    expect(await textOf('a')).toBe('damaged');
    expect(await store.rename('x' as SessionId, 'y')).toMatchObject({ ok: false, error: { kind: 'missing' } });
  });

  test('returns the newer body if another tab replaces it between the two reads', async () => {
    const { store, bodies, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const get = bodies.get;
    bodies.get = async (key) => {
      bodies.get = get;
      await store.save(metaOf('a'), new Blob(['two']));
      return get(key);
    };
    expect(await textOf('a')).toBe('two');
  });

  test('returns a value from every function if storage is disabled', async () => {
    const { store, metas, bodies } = setUp();
    const off = () => Promise.reject(new DOMException('off', 'SecurityError'));
    Object.assign(metas, { entries: off, get: off, change: off });
    Object.assign(bodies, { keys: off, set: off, remove: off });
    const removed = { meta: metaOf('a'), removedAtMs: 1 };
    const answers = [
      await store.list(),
      await store.save(metaOf('a'), new Blob()),
      await store.body(a),
      await store.rename(a, 'b'),
      await store.remove(a),
      await store.restore(removed),
      await store.erase(removed),
      await store.sweep(),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { kind: 'blocked' } });
  });
});

describe('rename, delete, undo', () => {
  test('renaming changes only the title', async () => {
    const { store, titles, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    await store.rename(a, 'better');
    expect(await titles()).toEqual(['better']);
    expect(await textOf('a')).toBe('one');
  });

  test('a deleted session is not listed, cannot be opened, and is restored completely', async () => {
    const { store, titles, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const removed = await store.remove(a);
    expect(await titles()).toEqual([]);
    expect(await textOf('a')).toBe('missing');
    if (removed.ok) await store.restore(removed.value);
    expect(await titles()).toEqual(['a']);
    expect(await textOf('a')).toBe('one');
  });

  test('undo still works after a reload within the time limit', async () => {
    const { store, seen, titles } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    await store.remove(a);
    seen.nowMs += KEEP_REMOVED_MS;
    await store.sweep();
    const list = await store.list();
    const [removed] = list.ok ? list.value.removed : [];
    expect(removed).toMatchObject({ meta: { id: 'a' }, removedAtMs: 1_000 });
    if (removed !== undefined) await store.restore(removed);
    expect(await titles()).toEqual(['a']);
  });

  test('the sweep erases record and body after the time limit', async () => {
    const { store, metas, bodies, seen } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const removed = await store.remove(a);
    seen.nowMs += KEEP_REMOVED_MS + 1;
    await store.sweep();
    expect([metas.content.size, bodies.content.size]).toEqual([0, 0]);
    if (removed.ok) {
      expect(await store.restore(removed.value)).toMatchObject({ ok: false, error: { kind: 'missing' } });
    }
  });

  test('what belongs to a session is erased with it, and stays while it can be restored', async () => {
    const { store, belongings } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    for (const id of ['a', 'b']) belongings.content.set(id, 'edits');
    const removed = await store.remove(a);
    expect([...belongings.content.keys()]).toEqual(['a', 'b']);
    if (removed.ok) await store.erase(removed.value);
    expect([...belongings.content.keys()]).toEqual(['b']);
  });

  test('erasing is final, but not for a session that was restored meanwhile', async () => {
    const { store, bodies, seen, titles } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const first = await store.remove(a);
    await store.save(metaOf('a'), new Blob(['two']));
    if (first.ok) await store.erase(first.value);
    expect(await titles()).toEqual(['a']);
    seen.nowMs += 1;
    const second = await store.remove(a);
    if (first.ok) await store.erase(first.value);
    expect(bodies.content.size).toBe(1);
    if (second.ok) await store.erase(second.value);
    expect(bodies.content.size).toBe(0);
  });
});

describe('sweep', () => {
  test('drops only bodies without a record', async () => {
    const { store, metas, bodies, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.content.set('a/left-behind', new Blob());
    bodies.content.set('z/left-behind', new Blob());
    metas.content.set('d', { damaged: true });
    bodies.content.set('d/1', new Blob());
    await store.sweep();
    expect([...bodies.content.keys()].map((key) => key.split('/')[0])).toEqual(['a', 'd']);
    expect(await textOf('a')).toBe('one');
  });

  test('does nothing while a tab is saving', async () => {
    const { store, bodies, seen } = setUp();
    bodies.content.set('a/just-written', new Blob());
    seen.isSaving = true;
    await store.sweep();
    expect(bodies.content.size).toBe(1);
  });
});
