import type { Redis } from 'ioredis';
import type { Failure } from '../../../lib/base/failure';
import { fail, ok, type Result } from '../../../lib/base/result';
import type { RedisAddress } from './redis-address';

const CONNECT_MS = 5_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/** What is said while Redis is away, and when it is back. */
export type Notice = (text: string) => void;

/**
 * A connection to a Redis that answers. One that cannot be reached at first is a failure; one that goes away later is
 * waited for, because its data are on its disk.
 */
export async function connectToRedis(address: RedisAddress, notice: Notice): Promise<Result<Redis, Failure>> {
  const { Redis } = await import('ioredis');
  let isReached = false;
  let isAway = false;
  let why = 'it does not answer';
  const redis = new Redis(address.url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // Commands wait for the connection, however long it takes.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isReached ? Math.min(FIRST_WAIT_MS * 2 ** times, LONGEST_WAIT_MS) : null),
  });
  redis.on('error', (error: Error) => {
    if (error.message !== '') why = error.message;
  });
  redis.on('reconnecting', () => {
    if (isAway) return;
    isAway = true;
    notice(`Redis at ${address.shown} is away. Waiting for it; nothing is lost.`);
  });
  redis.on('ready', () => {
    if (isAway) notice(`Redis at ${address.shown} is back.`);
    isAway = false;
  });
  try {
    await redis.connect();
    await redis.ping();
    isReached = true;
    return ok(redis);
  } catch {
    // The error that is thrown only says that there is no connection.
    redis.disconnect();
    return fail({
      what: `Could not reach Redis at ${address.shown}: ${why}.`,
      advice: 'Check that it runs, and the address and the password.',
    });
  }
}
