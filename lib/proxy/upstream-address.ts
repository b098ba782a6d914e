import { fail, ok, type Result } from '../base/result';
import type { ProxiedApi } from './proxied-apis';

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

export interface UpstreamAddress {
  /** Without a trailing slash. */
  readonly address: string;
  readonly isDefault: boolean;
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The upstream address, from its variable, else the API. Keys and transcripts are sent there, so it must be https, unless it is on this machine or `HIGHWATER_UPSTREAM_HTTP=1` allows plain http.
 *
 * Errors do not contain the address: it may include a password.
 */
export function upstreamAddress(
  environment: ProxyEnvironment,
  { addressVariable: variable, defaultAddress, usualPath }: ProxiedApi,
): Result<UpstreamAddress, string> {
  const given = environment[variable]?.trim() || defaultAddress;
  if (!URL.canParse(given)) return fail(`The server’s ${variable} is not a valid URL.`);
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(`The server’s ${variable} must start with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fail(`The server’s ${variable} must not contain a user, password, query or fragment.`);
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && environment.HIGHWATER_UPSTREAM_HTTP !== '1') {
    return fail(`The server’s ${variable} must use https. Set HIGHWATER_UPSTREAM_HTTP=1 to allow http.`);
  }
  const address = url.href.replace(/(?<!\/)\/+$/, '') + (url.pathname === '/' ? usualPath : '');
  return ok({ address, isDefault: address === defaultAddress });
}

/** An unusable address is not the default one either. */
export function isDefaultUpstream(environment: ProxyEnvironment, api: ProxiedApi): boolean {
  const upstream = upstreamAddress(environment, api);
  return upstream.ok && upstream.value.isDefault;
}
