const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Host names besides those of this machine, from `HIGHWATER_HOSTS=name[:port],name…`. */
function namesAllowed(list: string | undefined): readonly string[] {
  return (list ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
}

/**
 * Why a request does not come from a page of ours, or nothing if it does.
 *
 *   Host             loopback or listed: a foreign name that was made to lead here is neither
 *   Sec-Fetch-Site   same-origin, where the browser sends it: on this machine and on https
 *   Origin           the same host and port; browsers leave it out of a GET to their own origin
 *
 * Without the last two nothing says where the request comes from.
 */
export function whyNotOwnPage(headers: Headers, allowedHosts: string | undefined): string | undefined {
  const why = whyNotOwnHost(headers, allowedHosts);
  if (why !== undefined) return why;
  const host = hostOf(headers);
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return 'Cross-origin requests are not allowed.';
  const origin = headers.get('origin');
  if (origin === null) {
    return site === null ? 'The request does not identify its origin as a page of this server.' : undefined;
  }
  return origin === `http://${host}` || origin === `https://${host}`
    ? undefined
    : 'Cross-origin requests are not allowed: only pages of this server may use the proxy.';
}

/** A page under a foreign name could be read by the scripts of whoever owns that name. */
export function whyNotOwnHost(headers: Headers, allowedHosts: string | undefined): string | undefined {
  if (isOwnHost(hostOf(headers), namesAllowed(allowedHosts))) return undefined;
  return 'This host name is not allowed. Add it to HIGHWATER_HOSTS to allow it.';
}

function hostOf(headers: Headers): string {
  return headers.get('host')?.toLowerCase() ?? '';
}

function isOwnHost(host: string, allowed: readonly string[]): boolean {
  const name = host.replace(/:\d{1,5}$/, '');
  return LOOPBACK_NAMES.includes(name) || allowed.includes(host) || allowed.includes(name);
}
