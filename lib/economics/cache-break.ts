import type { Usage } from '../transcript/transcript';
import type { CacheLifetime } from './cache-lifetime';

const MIN_SHARE_READ = 0.95;
const MIN_DROP_TOKENS = 2_000;

/** How long what a call wrote stays cached; missing if it wrote nothing. */
export function lifetimeWritten(usage: Usage | undefined): CacheLifetime | undefined {
  if (usage === undefined || usage.cacheWrite1h + usage.cacheWrite5m === 0) return undefined;
  return usage.cacheWrite1h >= usage.cacheWrite5m ? '1h' : '5m';
}

/** [E4] Whether a call's cache read is a break after the previous one. */
export function isBreak(readBefore: number, readNow: number): boolean {
  return readNow < MIN_SHARE_READ * readBefore && readBefore - readNow >= MIN_DROP_TOKENS;
}
