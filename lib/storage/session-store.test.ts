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
  const seen = { nowMs: 1_000, told: 0, asked: 0, isSaving: false, random: 0 };
  const store = createSessionStore({
    metas,
    bodies,
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
  return { store, metas, bodies, seen, titles, textOf };
}

const a = 'a' as SessionId;

describe('saving', () => {
  test('a saved session is listed and its body comes back', async () => {
    const { store, titles, textOf, seen } = setUp();
    expect(await store.save(metaOf('a'), new Blob(['one']))).toEqual({ ok: true, value: undefined });
    expect(await titles()).toEqual(['a']);
    expect(await textOf('a')).toBe('one');
    expect(seen).toMatchObject({ told: 1, asked: 1 });
  });

  test('saving again replaces body and meta, and leaves no old body behind', async () => {
    const { store, bodies, titles, textOf } = setUp();
    await store.save(metaOf('a', 'old'), new Blob(['one']));
    await store.save(metaOf('a', 'new'), new Blob(['two']));
    expect(await titles()).toEqual(['new']);
    expect(await textOf('a')).toBe('two');
    expect(bodies.content.size).toBe(1);
  });

  for (const failing of ['bodies', 'metas'] as const) {
    test(`where writing the ${failing} fails, the session of before stays as it was`, async () => {
      const { store, titles, textOf, ...stores } = setUp();
      await store.save(metaOf('a', 'old'), new Blob(['one']));
      stores[failing].failNextWrite('QuotaExceededError');
      const saved = await store.save(metaOf('a', 'new'), new Blob(['two']));
      expect(saved).toMatchObject({ ok: false, error: { kind: 'full' } });
      expect(await titles()).toEqual(['old']);
      expect(await textOf('a')).toBe('one');
      expect(stores.bodies.content.size).toBe(1);
    });

    test(`where writing the ${failing} fails, nothing of a new session stays`, async () => {
      const { store, ...stores } = setUp();
      stores[failing].failNextWrite('QuotaExceededError');
      expect(await store.save(metaOf('a'), new Blob(['one']))).toMatchObject({ ok: false });
      expect([stores.bodies.content.size, stores.metas.content.size]).toEqual([0, 0]);
      expect(stores.seen).toMatchObject({ told: 0, asked: 0 });
    });
  }

  test('an old body that cannot be removed does not make the saving fail', async () => {
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
  test('listing never touches the bodies', async () => {
    const { store, bodies } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.get = bodies.entries = () => Promise.reject(new Error('a body was read'));
    expect(await store.list()).toMatchObject({ ok: true });
  });

  test('damaged records are counted and the others listed', async () => {
    const { store, metas } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    metas.content.set('b', { meta: { ...metaOf('b'), calls: 'many' }, bodyKey: 'b/1' });
    metas.content.set('c', 'nonsense');
    expect(await store.list()).toMatchObject({ ok: true, value: { sessions: [{ id: 'a' }], damaged: 2 } });
    expect(await store.body('b' as SessionId)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    expect(await store.rename('c' as SessionId, 'x')).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  });

  test('a session or a body that is not there is a plain value', async () => {
    const { store, bodies, textOf } = setUp();
    expect(await textOf('a')).toBe('missing');
    await store.save(metaOf('a'), new Blob(['one']));
    bodies.content.clear();
    expect(await textOf('a')).toBe('missing');
    expect(await store.rename('x' as SessionId, 'y')).toMatchObject({ ok: false, error: { kind: 'missing' } });
  });

  test('where another tab replaces the body between the two looks, the newer one comes', async () => {
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

  test('a store that is switched off is a plain value, at every door', async () => {
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
  test('renaming changes the title alone', async () => {
    const { store, titles, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    await store.rename(a, 'better');
    expect(await titles()).toEqual(['better']);
    expect(await textOf('a')).toBe('one');
  });

  test('a deleted session is gone from the list, cannot be opened, and comes back whole', async () => {
    const { store, titles, textOf } = setUp();
    await store.save(metaOf('a'), new Blob(['one']));
    const removed = await store.remove(a);
    expect(await titles()).toEqual([]);
    expect(await textOf('a')).toBe('missing');
    if (removed.ok) await store.restore(removed.value);
    expect(await titles()).toEqual(['a']);
    expect(await textOf('a')).toBe('one');
  });

  test('after a reload within the time, undo is still offered and works', async () => {
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

  test('after the time, the sweep erases record and body', async () => {
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

  test('erasing makes it final, but not for a session that came back meanwhile', async () => {
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
  test('drops bodies without a record and nothing else', async () => {
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
