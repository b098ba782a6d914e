import { expect, it, vi } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { Engine } from '../../worker/engine/client';
import { readingSession, WorkerHere } from '../../worker/engine/engine.test-support';
import { createAbLosses } from './ab-losses';
import type { EndedSide } from './ab-store';

async function endedSide(key: string, calls?: number): Promise<EndedSide> {
  const session = readingSession(calls);
  const transcript = session.type === 'file' ? session.file : session.body;
  return { key, title: key, policy: claudeCode21, transcript, mode: 'free' };
}

const started = () => WorkerHere.started.filter(({ isTerminated }) => !isTerminated).length;

function losses() {
  const before = started();
  const store = createAbLosses({ start: async () => new Engine(() => new WorkerHere()) });
  return { store, open: () => started() - before };
}

it('[K1] counts each side in a worker of its own, and not again', async () => {
  const { store, open } = losses();
  const sides = [await endedSide('1.0'), await endedSide('1.1', 4)];
  await store.getState().count(sides);
  const { counted, counting, failure } = store.getState();
  expect([counting, failure]).toEqual([undefined, undefined]);
  expect(counted.get('1.0')?.calls.map(({ call }) => call)).toEqual([15]);
  expect(counted.get('1.1')?.calls).toEqual([]);
  expect(open()).toBe(2);

  await store.getState().count(sides);
  expect(store.getState().counted.get('1.0')).toBe(counted.get('1.0'));

  // Both at once: neither takes the place of the other.
  const [a] = sides;
  if (a === undefined) throw new Error('There is a side');
  const lists = await Promise.all([store.getState().lostAt(a, 15), store.getState().lostAt(a, 15)]);
  for (const groups of lists) expect(groups.map(({ group }) => group)).toContain('files');
  expect(await store.getState().message(a, 0)).toMatchObject({ role: 'user' });

  store.getState().leave();
  await vi.waitFor(() => expect(open()).toBe(0));
  expect((await store.getState().lostAt(a, 15)).length).toBeGreaterThan(0);
  store.getState().leave();
});

it('stops at the user’s wish, goes on later, and forgets the sides of an earlier run', async () => {
  const { store } = losses();
  const sides = [await endedSide('1.0')];
  const stopped = vi.fn(store.getState().cancel);
  const unsubscribe = store.subscribe(({ counting }) => counting !== undefined && stopped());
  await store.getState().count(sides);
  unsubscribe();
  expect(stopped).toHaveBeenCalledOnce();
  expect(store.getState()).toMatchObject({ counting: undefined, failure: undefined });
  expect(store.getState().counted.size).toBe(0);
  await store.getState().count(sides);
  expect(store.getState().counted.size).toBe(1);
  await store.getState().count([await endedSide('2.0')]);
  expect([...store.getState().counted.keys()]).toEqual(['2.0']);
  store.getState().leave();
});

it('closes its workers if the view is left while it counts', async () => {
  const { store, open } = losses();
  const unsubscribe = store.subscribe(({ counting }) => counting !== undefined && store.getState().leave());
  await store.getState().count([await endedSide('1.0')]);
  unsubscribe();
  await vi.waitFor(() => expect(open()).toBe(0));
  expect(store.getState()).toMatchObject({ counting: undefined, failure: undefined });
});

it('says why losses cannot be counted, and counts again in a new worker', async () => {
  let isBroken = true;
  const store = createAbLosses({
    start: async () => {
      const worker = new WorkerHere();
      if (isBroken) setTimeout(() => worker.die(), 1);
      return new Engine(() => worker);
    },
  });
  const sides = [await endedSide('1.0')];
  await store.getState().count(sides);
  expect(store.getState().failure?.what).toBe('The engine stopped unexpectedly, probably out of memory.');
  isBroken = false;
  await store.getState().count(sides);
  expect(store.getState().failure).toBeUndefined();
  expect(store.getState().counted.size).toBe(1);
  store.getState().leave();
});
