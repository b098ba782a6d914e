import { expect, it } from 'vitest';
import { tracedUsage } from './traced-usage';

it.each([
  ['the input includes the cache', { input: 100, output: 9, cacheRead: 60, cacheWrite: 30 }, [10, 60, 30]],
  ['the cache is larger than the input', { input: 3, output: 9, cacheRead: 60 }, [3, 60, 0]],
  ['the total has both', { input: 100, output: 9, cacheRead: 60, total: 169 }, [100, 60, 0]],
  ['the total has only the input', { input: 100, output: 9, cacheRead: 60, total: 109 }, [40, 60, 0]],
  ['numbers are texts', { input: '100', output: '9' }, [100, 0, 0]],
])('makes disjoint numbers where %s', (_, counts, expected) => {
  const usage = tracedUsage(counts);
  expect([usage?.input, usage?.cacheRead, usage?.cacheWrite5m]).toEqual(expected);
  expect(usage?.output).toBe(9);
});

it('keeps what was written for an hour apart', () => {
  expect(tracedUsage({ input: 90, output: 1, cacheWrite: 50, cacheWrite1h: 20 })).toMatchObject({
    input: 40,
    cacheWrite5m: 30,
    cacheWrite1h: 20,
  });
});

it('is missing if nothing was counted', () => {
  expect(tracedUsage({})).toBeUndefined();
  expect(tracedUsage({ input: 0, output: 0 })).toBeUndefined();
  expect(tracedUsage({ input: 'many' })).toBeUndefined();
});
