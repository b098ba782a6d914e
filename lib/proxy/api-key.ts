import { fail, ok, type Result } from '../base/result';
import type { ApiFault } from './api-error';
import type { ProxiedApi } from './proxied-apis';
import { isDefaultUpstream, type ProxyEnvironment } from './upstream-address';

export interface ApiKey {
  readonly value: string;
  readonly header: 'authorization' | 'x-api-key';
}

/** `fetch` repeats an invalid header in its error message; quotes and backslashes are escaped in JSON. */
const SENDABLE = /^[\x21\x23-\x5b\x5d-\x7e]{1,512}$/;

/**
 * The key for this request: the page's, sent as the SDK sends it (`authorization: Bearer`) or as `x-api-key`, which the
 * API prefers; else the server's own, from its variable. Undefined if the upstream may need none.
 */
export function apiKeyOf(
  headers: Headers,
  environment: ProxyEnvironment,
  api: ProxiedApi,
): Result<ApiKey | undefined, ApiFault> {
  const ofPage = keyOfPage(headers);
  if (ofPage !== undefined) {
    return SENDABLE.test(ofPage.value)
      ? ok(ofPage)
      : unauthorised('The request’s API key contains invalid characters.');
  }
  const value = serverKey(environment, api);
  if (value === undefined) {
    if (api.asksWithoutKey && !isDefaultUpstream(environment, api)) return ok(undefined);
    return unauthorised(`No API key is set. Enter one in the page, or start the server with ${api.keyVariable} set.`);
  }
  return SENDABLE.test(value)
    ? ok({ value, header: 'authorization' })
    : unauthorised(`The server’s ${api.keyVariable} contains invalid characters.`);
}

export function serverKey(environment: ProxyEnvironment, { keyVariable }: ProxiedApi): string | undefined {
  return environment[keyVariable]?.trim() || undefined;
}

function keyOfPage(headers: Headers): ApiKey | undefined {
  const plain = headers.get('x-api-key')?.trim();
  if (plain) return { value: plain, header: 'x-api-key' };
  const bearer = headers
    .get('authorization')
    ?.replace(/^bearer(\s+|$)/i, '')
    .trim();
  return bearer ? { value: bearer, header: 'authorization' } : undefined;
}

function unauthorised(message: string): Result<never, ApiFault> {
  return fail({ status: 401, type: 'authentication_error', message });
}
