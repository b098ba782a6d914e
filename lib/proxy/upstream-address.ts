import { fail, ok, type Result } from '../base/result';

const DEFAULT_ADDRESS = 'https://api.anthropic.com';
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

export interface UpstreamAddress {
  /** Without a trailing slash. */
  readonly address: string;
  readonly isDefault: boolean;
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The upstream address, from `ANTHROPIC_BASE_URL`, else the API. Keys and transcripts are sent there, so it must be
 * https, unless it is on this machine or `HIGHWATER_UPSTREAM_HTTP=1` allows plain http.
 *
 * Errors do not contain the address: it may include a password.
 */
export function upstreamAddress(environment: ProxyEnvironment): Result<UpstreamAddress, string> {
  const given = environment.ANTHROPIC_BASE_URL?.trim() || DEFAULT_ADDRESS;
  if (!URL.canParse(given)) return fail('The server’s ANTHROPIC_BASE_URL is not a valid URL.');
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail('The server’s ANTHROPIC_BASE_URL must start with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fail('The server’s ANTHROPIC_BASE_URL must not contain a user, password, query or fragment.');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && environment.HIGHWATER_UPSTREAM_HTTP !== '1') {
    return fail('The server’s ANTHROPIC_BASE_URL must use https. Set HIGHWATER_UPSTREAM_HTTP=1 to allow http.');
  }
  const address = url.href.replace(/\/+$/, '');
  return ok({ address, isDefault: address === DEFAULT_ADDRESS });
}
