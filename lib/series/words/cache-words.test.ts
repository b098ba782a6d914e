import { expect, it } from 'vitest';
import type { CacheAtCall } from '../../simulator/explain/cache-at-call';
import { cacheWords } from './cache-words';

const cache = (more: Partial<CacheAtCall>): CacheAtCall => ({
  read: 0,
  written: 0,
  uncached: 0,
  why: 'hit',
  brokenTokens: 0,
  ...more,
});
const firstChange = { message: 0, part: 0 };

it.each([
  [{ why: 'hit' }, 'The entire previous request was read from the cache.'],
  [{ why: 'hit', firstChange }, 'The entire unchanged prefix was read from the cache.'],
  [{ why: 'expired' }, 'The cache had expired.'],
  [{ why: 'expired', pauseMs: 390_000 }, 'The cache had expired during a pause of 6.5 minutes.'],
  [{ why: 'expired', pauseMs: 4 * 3_600_000 }, 'The cache had expired during a pause of 4 hours.'],
  [{ why: 'expired', pauseMs: 1_000, firstChange }, 'The cache entry before the change had expired.'],
] as const)('[E1] explains why no more was read: %j', (more, words) => expect(cacheWords(cache(more))).toBe(words));
