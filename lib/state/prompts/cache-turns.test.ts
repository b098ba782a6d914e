import { expect, test } from 'vitest';
import { CacheTurns } from './cache-turns';

test('the first of a beginning goes ahead, the others wait for it, and those of another beginning do not', async () => {
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

test('where the first was not answered, the next goes ahead anew', () => {
  const turns = new CacheTurns(() => 0);
  turns.take('a').over();
  expect(turns.take('a').ready).toBeUndefined();
  expect(turns.take('a').ready).toBeDefined();
});

test('nobody waits for what is in the cache already, for five minutes', () => {
  let nowMs = 0;
  const turns = new CacheTurns(() => nowMs);
  turns.answered('a');
  expect([turns.isWarm('a'), turns.take('a').ready, turns.take('a').ready]).toEqual([true, undefined, undefined]);
  nowMs = 300_000;
  expect(turns.isWarm('a')).toBe(false);
});
