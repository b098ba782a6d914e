import { expect, test } from 'vitest';
import { holdLock, lockFreed } from './held-lock';

/** Like a browser: one holder at a time, and undefined for those that do not wait. */
function fakeLocks(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, _: LockOptions, run: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return run(null);
    held.add(name);
    await run({ name, mode: 'exclusive' });
    held.delete(name);
    return undefined;
  };
  return { request, query: async () => ({}) } as LockManager;
}

test('has one holder at a time, until it is released', async () => {
  const locks = fakeLocks();
  const release = await holdLock('run a', locks);
  expect(await holdLock('run a', locks)).toBeUndefined();
  expect(await holdLock('run b', locks)).toBeDefined();
  release?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(await holdLock('run a', locks)).toBeDefined();
});

test('is always granted if the browser has no locks', async () => {
  expect(await holdLock('run a', undefined)).toBeDefined();
});

test('says when a lock is free, and does not keep it', async () => {
  const waiting: (() => unknown)[] = [];
  // Like a browser: who waits is served later, and holds the lock as long as its function runs.
  const request = async (_: string, { ifAvailable }: LockOptions, run: (lock: Lock | null) => unknown) => {
    if (ifAvailable === true) return run({ name: 'run a', mode: 'exclusive' });
    await new Promise<void>((resolve) => waiting.push(resolve));
    return run({ name: 'run a', mode: 'exclusive' });
  };
  const locks = { request, query: async () => ({}) } as LockManager;
  const told: string[] = [];
  const free = lockFreed('run a', new AbortController().signal, locks).then(() => told.push('free'));
  await Promise.resolve();
  expect(told).toEqual([]);
  for (const go of waiting) go();
  await free;
  expect(told).toEqual(['free']);
  expect(await holdLock('run a', locks)).toBeDefined();
});
