import type { CacheAtCall } from '../../simulator/explain/cache-at-call';
import { exactNumber } from './format-number';

/** Why a call read from the cache what it read. */
export function cacheWords({ why, firstChange, pauseMs }: CacheAtCall): string {
  const isChanged = firstChange !== undefined;
  switch (why) {
    case 'hit':
      return isChanged
        ? 'All that still stands in front was read.'
        : 'All that was sent with the call before was read.';
    case 'first':
      return 'Nothing had been sent before.';
    case 'changed':
      return 'What was sent last is not the beginning of this request any more.';
    case 'expired':
      if (isChanged) return 'What stands before the change was last used too long ago, and had expired.';
      return `The cache had expired${pauseMs === undefined ? '' : ` in a pause of ${pauseWords(pauseMs)}`}.`;
    case 'too-far':
      return 'More blocks were added than the provider looks back over.';
    case 'other-model':
      return 'What was sent before was written by another model.';
    case 'below-minimum':
      return 'The request is too short to be cached.';
    case 'lost':
      return 'The recording shows that the cache was gone by then, and nothing in it says why.';
  }
}

const MINUTE_MS = 60_000;

function pauseWords(pauseMs: number): string {
  const minutes = pauseMs / MINUTE_MS;
  if (minutes >= 120) return `${exactNumber(minutes / 60)} hours`;
  return `${minutes < 10 ? minutes.toFixed(1) : exactNumber(minutes)} minutes`;
}
