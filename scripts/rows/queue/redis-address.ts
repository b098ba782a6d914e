import { fail, ok, type Result } from '../../../lib/base/result';

/** Where a Redis is. The address may have a password in it, so only `shown` is printed. */
export interface RedisAddress {
  readonly url: string;
  readonly shown: string;
}

/** What is wrong is said without the address: it may have a password in it, in a place where nobody looks for one. */
const EXPECTED =
  '--queue takes the address of a Redis, such as redis://localhost:6379 or rediss://user:password@host:6379';

export function redisAddress(given: string): Result<RedisAddress> {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') return fail(EXPECTED);
  const shown = `${url.protocol}//${url.hostname}${url.port === '' ? '' : `:${url.port}`}${url.pathname}`;
  return ok({ url: given, shown: shown.replace(/\/$/, '') });
}
