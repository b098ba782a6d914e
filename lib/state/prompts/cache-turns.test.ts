import { expect, test } from 'vitest';
import { CacheTurns } from './cache-turns';

test('the first request with a prefix goes ahead, others with it wait, and those with another do not', async () => {
  const turns = new CacheTurns(() => 0);
  const [first, second, third] = [turns.take('a'), turns.take('a'), turns.take('b')];
  expect([first.ready, third.ready]).toEqual([undefined, undefined]);
  let isReady = false;
  const waiting = second.ready?.then(() => {
    isReady = true;
  });
  await Promise.resolve();
  expect(isReady).toBe(false);
  first.over();
  await waiting;
  expect(isReady).toBe(true);
});

test('if the first was not answered, the next goes ahead', () => {
  const turns = new CacheTurns(() => 0);
  turns.take('a').over();
  expect(turns.take('a').ready).toBeUndefined();
  expect(turns.take('a').ready).toBeDefined();
});

test('nobody waits for a cached prefix, for five minutes', () => {
  let nowMs = 0;
  const turns = new CacheTurns(() => nowMs);
  turns.answered('a');
  expect([turns.isWarm('a'), turns.take('a').ready, turns.take('a').ready]).toEqual([true, undefined, undefined]);
  nowMs = 300_000;
  expect(turns.isWarm('a')).toBe(false);
});
