import { fail, ok, type Result } from '../base/result';
import type { ApiFault } from './api-error';
import type { ProxiedApi, ProxiedCall } from './proxied-apis';

export interface ApiCall extends Pick<ProxiedCall, 'path' | 'upstreamPath' | 'method'> {
  /** Including its question mark, or empty. */
  readonly search: string;
}

export function apiCallOf(request: Request, { address, calls }: ProxiedApi): Result<ApiCall, ApiFault> {
  const { pathname, searchParams } = new URL(request.url);
  const call = calls.find(({ path }) => pathname === address + path);
  if (call === undefined) {
    const known = calls.map(({ path }) => path).join(', ');
    return fail({ status: 404, type: 'not_found_error', message: `The proxy only forwards ${known}.` });
  }
  const { path, upstreamPath, method } = call;
  if (request.method !== method) {
    return fail({ status: 405, type: 'invalid_request_error', message: `${path} requires ${method}.` });
  }
  if (!isKnownQuery(searchParams, call.query)) {
    // The query itself is not repeated: it may contain a key.
    const message = `The query string contains a parameter that ${path} does not accept. Send keys in a header.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    const message = `${path} only accepts application/json bodies.`;
    return fail({ status: 400, type: 'invalid_request_error', message });
  }
  return ok({ path, upstreamPath, method, search: searchParams.size === 0 ? '' : `?${searchParams}` });
}

function isKnownQuery(query: URLSearchParams, known: Readonly<Record<string, RegExp>>): boolean {
  return [...query].every(([name, value]) => Object.hasOwn(known, name) && known[name]?.test(value));
}
