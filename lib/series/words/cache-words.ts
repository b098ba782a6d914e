import type { CacheAtCall } from '../../simulator/explain/cache-at-call';
import { exactNumber } from './format-number';

/** Why a call read no more from the cache. */
export function cacheWords({ why, firstChange, pauseMs }: CacheAtCall): string {
  const isChanged = firstChange !== undefined;
  switch (why) {
    case 'hit':
      return isChanged
        ? 'The entire unchanged prefix was read from the cache.'
        : 'The entire previous request was read from the cache.';
    case 'first':
      return 'No earlier request to read from.';
    case 'changed':
      return 'The previous request is no longer a prefix of this one.';
    case 'expired':
      if (isChanged) return 'The cache entry before the change had expired.';
      return `The cache had expired${pauseMs === undefined ? '' : ` during a pause of ${pauseWords(pauseMs)}`}.`;
    case 'too-far':
      return 'More blocks were added than the provider’s lookback covers.';
    case 'other-model':
      return 'The previous request went to another model.';
    case 'below-minimum':
      return 'The request is too short to be cached.';
    case 'lost':
      return 'The recording shows a cache miss with no known cause.';
  }
}

const MINUTE_MS = 60_000;

function pauseWords(pauseMs: number): string {
  const minutes = pauseMs / MINUTE_MS;
  if (minutes >= 120) return `${exactNumber(minutes / 60)} hours`;
  return `${minutes < 10 ? minutes.toFixed(1) : exactNumber(minutes)} minutes`;
}
